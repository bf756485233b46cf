//! What the rubric for services of the web finds of their outside: routes.

use super::{WEB, finds, passes};

#[test]
fn routes_are_told_from_calls_of_other_services() {
    finds(
        WEB,
        "declares_routes",
        "a.py",
        &[
            "@app.route(\"/x\")\ndef a(): pass",
            "routes = web.RouteTableDef()\n@routes.get(\"/x\")\nasync def a(r): pass",
            r#"app.router.add_get("/x", h)"#,
            r#"routes = [Route("/x", endpoint=h)]"#,
            r#"app.add_api_route("/x", h)"#,
            r#"app = tornado.web.Application([(r"/x", H)])"#,
            r#"app = tornado.web.Application([(r"/x$", HealthHandler)])"#,
            r#"app.add_route("/x", Res())"#,
            r#"app.router.add_route("GET", r"/", views.index)"#,
            r#"api.add_resource(H, "/x")"#,
            "@ns.route(\"/x\")\nclass H(Resource): pass",
            "@route(\"/x\")\ndef h(): pass",
            "@get(\"/x\")\nasync def h() -> str: pass",
            "@api.get(\"x\")\ndef h(r): pass",
            "@cherrypy.expose\ndef h(self): pass",
            r#"vuln_app.add_api("openapi3.yml")"#,
            r#"app.add_url_rule("/a", view_func=f)"#,
            r#"router.register(r"users", V)"#,
            r#"app.add_routes([web.get("/x", h)])"#,
            "@app.route(f\"/{Endpoint.healthz}\", methods=[\"GET\"])\ndef healthz(): pass",
        ],
    );
    passes(
        WEB,
        "declares_routes",
        "a.py",
        &[
            "@lru.get(\"healthcare\")\ndef f(): pass",
            r#"requests.get("/x", p)"#,
            r#"session.get("/x", p)"#,
            r#"pairs = [("/x", value)]"#,
            r#"d.add("/x")"#,
            r#"x.get("/x", None)"#,
        ],
    );
}

#[test]
fn routes_of_javascript_are_told_from_calls_of_other_services() {
    finds(
        WEB,
        "declares_routes",
        "a.js",
        &[
            r#"app.get("/x", h)"#,
            r#"r.get("/x", h)"#,
            r#"users.post("/x", (req, res) => {})"#,
            r#"router.get("/x", h)"#,
            r#"server.route({ method: "GET", path: "/x", handler: h })"#,
            r#"server.route([{ method: "GET", path: "/x", handler: h }])"#,
            r#"fastify.route({ method: "GET", url: "/x", handler: h })"#,
            r#"export default async function (instance) { instance.get("/x", async () => 1) }"#,
            r#"api.get("/x", h)"#,
            r#"http.createServer((req,res)=>{ if (req.url === "/x") res.end() })"#,
            "export const GET = async () => {}",
            r#"usersRouter.get("/x", h)"#,
            "app.openapi(route, h)",
            "export const r = router({ x: publicProcedure.query(() => 1) })",
            r#"module.exports = [{ method: "GET", path: "/x", handler: h }]"#,
            "registerOpenApiRoute(route, h)",
        ],
    );
    finds(
        WEB,
        "declares_routes",
        "a.ts",
        &[
            r#"@Controller("x") export class A { @Get() a() {} }"#,
            "export const GET: RequestHandler = async () => {}",
        ],
    );
    passes(
        WEB,
        "declares_routes",
        "a.js",
        &[
            r#"whatsapp.post("/messages", x)"#,
            r#"app.get("title", x)"#,
            r#"axios.get("/x", () => 1)"#,
            r#"api.get("/x", { params })"#,
            r#"http.post("/x", body)"#,
            r#"fetch({ method: "GET", url: "/x", data })"#,
            r#"cache.get("/x", () => 1)"#,
            r#"client.post("/x", data)"#,
            "api.get(`/users/${id}`)",
        ],
    );
}

#[test]
fn routes_of_go_and_java_are_told_from_calls_of_other_services() {
    finds(
        WEB,
        "declares_routes",
        "a.go",
        &[
            "package a\nfunc f(){ http.HandleFunc(\"/x\", h) }",
            "package a\nfunc f(){ r.Get(\"/x\", h) }",
            "package a\nfunc f(){ router.GET(\"/x\", h) }",
            "package a\nfunc f(){ mux.Handle(\"POST\", pattern_0, h) }",
            "package a\nfunc f(){ huma.Get(api, \"/x\", h) }",
            "package a\nfunc f(){ e.Add(\"GET\", \"/x\", h) }",
            "package a\nfunc f(){ r.Handle(\"GET\", \"/x\", h) }",
            "package a\nfunc f(){ r.Method(\"GET\", \"/x\", h) }",
            "package a\nfunc f(){ http.HandleFunc(p, h) }",
            "package a\nfunc f(){ mux.Handle(greetv1connect.NewGreetServiceHandler(s)) }",
            "package a\nfunc f(){ mux.HandleFunc(\"GET /healthz\", pong) }",
            "package a\nfunc f(){ r.Handle(http.MethodGet, \"/x\", h) }",
        ],
    );
    passes(
        WEB,
        "declares_routes",
        "a.go",
        &[
            "package a\nfunc f(){ http.Post(\"https://a.org/\", \"b\", nil) }",
            "package a\nfunc f(){ cache.Get(\"key\", nil) }",
            "package a\nfunc f(){ s.Add(\"a\", b) }",
            "package a\nfunc f(){ client.Get(\"/x\", nil) }",
        ],
    );
    finds(
        WEB,
        "declares_routes",
        "A.java",
        &[
            r#"class A { @GetMapping("/x") void a(){} }"#,
            r#"class A { @GET @Path("/x") void a(){} }"#,
            r#"class A { void a(){ app.get("/x", ctx -> ctx.result("")); } }"#,
            r#"class A { void a(){ get("/x", (q,r) -> ""); } }"#,
            r#"class A { @Get("/x") void a(){} }"#,
            r#"class A { void a(){ router.get("/x").handler(h); } }"#,
            r#"@WebServlet("/x") class A extends HttpServlet { void doGet(){} }"#,
            r#"class A { void a(){ route(GET("/x", h::a)); } }"#,
        ],
    );
    passes(
        WEB,
        "declares_routes",
        "A.java",
        &[
            r#"class A { void a(){ map.get("/x"); } }"#,
            r#"class A { void a(){ client.get("/x", headers); } }"#,
        ],
    );
}

#[test]
fn a_route_for_the_health_of_the_service_is_named_so_in_full() {
    finds(
        WEB,
        "tells_health",
        "a.py",
        &[
            "@app.get(\"/health\")\ndef f(): pass",
            "@app.get(\"/api/v1/healthz\")\ndef f(): pass",
            "@app.get(\"/ping\")\ndef f(): pass",
            "@app.route(f\"/{E.healthz}\", methods=[\"GET\"])\ndef healthz(): pass",
            r#"app.router.add_get("/healthz", h)"#,
            r#"app = A([(r"/health$", H)])"#,
            r#"urls = [path("health/", h)]"#,
        ],
    );
    passes(
        WEB,
        "tells_health",
        "a.py",
        &[
            "@app.get(\"/api/status/\")\ndef f(): pass",
            "@app.get(\"/orders/status\")\ndef f(): pass",
            "@app.post(\"/health\")\ndef f(): pass",
            r#"urls = [path("status/", v)]"#,
            "@app.get(\"/patients/health-records\")\ndef f(): pass",
        ],
    );
    finds(
        WEB,
        "tells_health",
        "a.js",
        &[r#"app.get("/healthz", h)"#, r#"app.get("/ping", (req,res)=>res.send("pong"))"#],
    );
    passes(
        WEB,
        "tells_health",
        "a.js",
        &[
            r#"router.get("/status", h)"#,
            r#"router.get("/ping", auth.isAuthenticated, h)"#,
            r#"router.get("/ping", (q,r)=>r.render("app/ping"))"#,
        ],
    );
    finds(WEB, "tells_health", "A.java", &[r#"class A { @GetMapping("/health") void f() {} }"#]);
    passes(WEB, "tells_health", "A.java", &[r#"class A { @PostMapping("/health") void f() {} }"#]);
    finds(WEB, "tells_health", "a.go", &["package a\nfunc f(){ a := r.Group(\"/api/ping\") }"]);
}

#[test]
fn each_method_of_one_path_is_a_route() {
    let text = "router\n  .route('/')\n  .post(a)\n  .get(b);";
    super::check(WEB, "declares_routes", "a.js", &[text], 2);
}

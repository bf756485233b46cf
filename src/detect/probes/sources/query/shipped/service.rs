//! What the rubric for services of the web finds of their inside: input, callers, settings, logs.

use super::{WEB, finds, passes};

#[test]
fn checks_of_input_are_told_from_imports_and_other_schemas() {
    finds(
        WEB,
        "validates_input",
        "a.py",
        &[
            "class A(BaseModel): pass",
            "class A(ma.Schema): pass",
            "class A(msgspec.Struct): x: int",
            "jsonschema.validate(d, s)",
            "@use_args({\"a\": fields.Int()})\ndef f(a): pass",
            "p = reqparse.RequestParser()",
            "class A(serializers.ModelSerializer): pass",
            "class A(forms.ModelForm): pass",
            "def f(q: Annotated[str, Query(max_length=5)]): pass",
            r#"T.Dict({T.Key("a"): T.Int})"#,
            "@pydantic.dataclasses.dataclass\nclass A: x: int",
        ],
    );
    passes(
        WEB,
        "validates_input",
        "a.py",
        &[
            "class Linux(Platform): pass",
            "class A(Transform): pass",
            "class A(BaseSettings): pass",
            "@dataclass\nclass A: x: int",
        ],
    );
    finds(
        WEB,
        "validates_input",
        "a.js",
        &[
            "validate(z.object({a: z.string()}));",
            r#"app.post("/x", { schema: { body: { type: "object" } } }, h);"#,
            "const S = v.object({a: v.string()});",
            "const a = new Ajv();",
            "const T = Type.Object({});",
            r#"router.post("/", body("a").isEmail(), h);"#,
            "f(z.object({}).parse(req.body))",
            "const a = z.object({})",
            "module.exports = Joi.object()",
        ],
    );
    passes(
        WEB,
        "validates_input",
        "a.js",
        &[
            r#"const { z } = require("zod")"#,
            "tool(f, { schema: z.object({}) })",
            "new mongoose.Schema({a: String})",
        ],
    );
    finds(
        WEB,
        "validates_input",
        "a.go",
        &[
            "package a\nfunc (f F) V() error { return validation.ValidateStruct(&f) }",
            "package a\ntype A struct { B string `valid:\"required\"` }",
            "package a\ntype A struct { B string `binding:\"required\"` }",
            "package a\nfunc f(){ protovalidate.Validate(m) }",
        ],
    );
    finds(
        WEB,
        "validates_input",
        "A.java",
        &["class A { @NotEmpty String a; }", "class A { @Size(max=3) String a; }"],
    );
    passes(
        WEB,
        "validates_input",
        "A.java",
        &["import org.jetbrains.annotations.NotNull; class A { @NotNull String a; }"],
    );
}

#[test]
fn checks_of_callers_are_told_from_names_that_guard_nothing() {
    finds(
        WEB,
        "asks_who",
        "a.js",
        &[
            r#"app.get("/x", isLoggedIn, h);"#,
            r#"app.get("/x", ensureLoggedIn, h);"#,
            r#"app.get("/x", authorize("admin"), h);"#,
            r#"app.get("/x", protect, h);"#,
            r#"if (!req.session.user) res.redirect("/login");"#,
            "router.use(requireLogin);",
            "app.use(checkAuth);",
            "app.use(apiKeyMiddleware);",
            r#"const t = req.headers.authorization.split(" ")[1];"#,
            "app.use(clerkMiddleware());",
            "const s = await lucia.validateSession(id);",
            "const a = betterAuth({});",
            r#"app.get("/x", sessionHandler.isLoggedInMiddleware, h)"#,
            "jwt.verify(token, key)",
            "res.status(401).json({})",
            r#"const k = req.headers["x-api-key"]"#,
        ],
    );
    passes(
        WEB,
        "asks_who",
        "a.js",
        &[
            r#"const isAuth = collection.type === "auth""#,
            "jwt.sign(user, key)",
            r#"app.get("/authors", authorHandler)"#,
            r#"app.get("/users", users)"#,
            r#"axios.get("/x", authHeader)"#,
            r#"app.get("/login", loginPage)"#,
            r#"router.post("/login", login)"#,
            r#"app.get("/user", getUser)"#,
            r#"import passport from "passport""#,
        ],
    );
}

#[test]
fn checks_of_callers_in_other_languages_are_told_from_names_too() {
    finds(
        WEB,
        "asks_who",
        "a.py",
        &[
            "@auth_required\ndef f(): pass",
            "security = HTTPBasic()",
            "def f(u=Depends(get_current_user)): pass",
            "@token_required\ndef f(): pass",
            "@roles_required(\"a\")\ndef f(): pass",
            "@permission_required(\"a\")\ndef f(): pass",
            "class V(LoginRequiredMixin, View): pass",
            r#"p = jwt.decode(t, k, algorithms=["HS256"])"#,
            "login_user(u)",
            "def verify_api_key(k): pass",
            "class V(APIView):\n    permission_classes = [IsAuthenticated]",
            "raise HTTPUnauthorized()",
            "raise HTTPException(status_code=401)",
            "abort(401)",
            "user = await get_auth_user(request)",
        ],
    );
    passes(
        WEB,
        "asks_who",
        "a.py",
        &[
            "from app import login_required",
            "authenticate_password(c, p)",
            "def f(db=Depends(get_session)): pass",
            "jwt.encode(p, k)",
            "def current_user_count(): pass",
        ],
    );
    finds(
        WEB,
        "asks_who",
        "a.go",
        &[
            "package a\nfunc f(){ r.Use(RequireSuperuserAuth()) }",
            "package a\nfunc f(){ r.Use(APIKeyMiddleware(k)) }",
            "package a\nfunc f(){ r.Use(jwtauth.Verifier(t)) }",
            "package a\nfunc f(){ mux.Handle(\"/\", withAuth(h)) }",
            "package a\nfunc f(){ r.Use(JWTAuth()) }",
            "package a\nfunc f(){ jwt.Parse(t, k) }",
            "package a\nfunc f(){ u, p, ok := r.BasicAuth() }",
            "package a\nfunc f(){ v.Use(users.AuthMiddleware(true)) }",
            "package a\nfunc f(){ w.WriteHeader(http.StatusUnauthorized) }",
            "package a\nfunc f(){ k := c.GetHeader(\"Authorization\") }",
        ],
    );
    passes(
        WEB,
        "asks_who",
        "a.go",
        &[
            "package a\nfunc f(){ currentUser, err := user.Current() }",
            "package a\nfunc f(){ r.GET(\"/authors\", authorHandler) }",
            "package a\nfunc f(){ jwt.New(jwt.SigningMethodHS256) }",
            "package a\nfunc f(){ r.GET(\"/users\", h.Users) }",
            "package a\nfunc f(){ r.POST(\"/login\", h.Login) }",
        ],
    );
    finds(
        WEB,
        "asks_who",
        "A.java",
        &[
            r#"class A { @Secured("R") void a(){} }"#,
            r#"class A { @RolesAllowed("R") void a(){} }"#,
            "class A { SecurityWebFilterChain a(){ return null; } }",
        ],
    );
    passes(
        WEB,
        "asks_who",
        "A.java",
        &[r#"class A { void a(){ e.setAuthenticator(new DefaultAuthenticator("a","b")); } }"#],
    );
}

#[test]
fn settings_and_loggers_are_told_from_what_looks_like_them() {
    finds(
        WEB,
        "logs",
        "a.js",
        &[
            r#"logger.info("a");"#,
            r#"consola.info("a");"#,
            r#"const debug = require("debug")("a");"#,
            r#"const log = debug("app:auth")"#,
            r#"request.log.info("a");"#,
            r#"getLog().info("a");"#,
            r#"this.logger.log("a");"#,
            r#"app.use(morgan("combined"));"#,
        ],
    );
    passes(
        WEB,
        "logs",
        "a.js",
        &[
            r#"grunt.log.error("a");"#,
            r#"Math.log(2); d3.log.info("x");"#,
            r#"console.log("a");"#,
            r#"dialog.info("a")"#,
        ],
    );
    passes(WEB, "logs", "Gruntfile.js", &[r#"log.error("a")"#]);
    finds(
        WEB,
        "logs",
        "a.py",
        &[
            r#"logger.info("a")"#,
            r#"LOG.info("a")"#,
            r#"current_app.logger.info("a")"#,
            r#"logging.getLogger("a").info("b")"#,
            r#"audit_log.info("b")"#,
            r#"access_logger.info("b")"#,
            "self.logger.warn(x)",
        ],
    );
    passes(WEB, "logs", "a.py", &["catalog.info(x)", "print(x)"]);
    passes(WEB, "logs", "migrations/env.py", &["logger.info(x)"]);
}

#[test]
fn loggers_and_settings_in_other_languages_are_told_too() {
    finds(
        WEB,
        "logs",
        "A.java",
        &[
            r#"class A { void a(){ log.info("a"); } }"#,
            r#"class A { void a(){ LOG.trace("a"); } }"#,
            r#"class A { void a(){ LoggerFactory.getLogger("a").info("b"); } }"#,
            r#"class A { void a(){ LOGGER.warning("a"); } }"#,
            r#"class A { void a(){ logger.atInfo().log("a"); } }"#,
        ],
    );
    finds(
        WEB,
        "logs",
        "a.go",
        &[
            "package a\nfunc f(){ zap.L().Info(\"a\") }",
            "package a\nfunc f(){ log.Info().Msg(\"a\") }",
            "package a\nfunc f(){ s.log.Info(\"a\") }",
            "package a\nfunc f(){ s.logger.Println(1) }",
            "package a\nfunc f(){ sugar.Infow(\"a\") }",
            "package a\nfunc f(){ slog.Error(\"x\") }",
        ],
    );
    passes(
        WEB,
        "logs",
        "a.go",
        &[
            "package a\nfunc f(){ x := slog.String(\"a\",\"b\") }",
            "package a\nfunc f(){ zap.Error(err) }",
            "package a\nfunc f(){ math.Log(2) }",
            "package a\nfunc f(){ p := log.NewStdoutPlugin(l) }",
            "package a\nfunc f(){ s.catalog.Println(1) }",
            "package a\nfunc f(){ l := slog.New(h) }",
        ],
    );
    finds(WEB, "reads_environment", "A.java", &[r#"class A { @Value("${a.b}") String a; }"#]);
    passes(
        WEB,
        "reads_environment",
        "A.java",
        &[
            r##"class A { @Value("#{servletContext.contextPath}") String a; }"##,
            "class A { @Value String a; }",
        ],
    );
    finds(
        WEB,
        "reads_environment",
        "a.py",
        &[r#"x = os.environ["A"]"#, r#"x = config("SECRET_KEY")"#, r#"x = env.str("SECRET_KEY")"#],
    );
    finds(
        WEB,
        "reads_environment",
        "a.go",
        &["package a\ntype A struct { B string `env:\"PORT\"` }"],
    );
}

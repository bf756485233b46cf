//! What the rubric for secure coding finds.

use super::{SECURE, borrowed, finds, passes, within};

#[test]
fn values_in_statements_are_found_however_the_text_is_put_together() {
    finds(
        SECURE,
        "parameters",
        "a.js",
        &[
            r#"db.query("SELECT * FROM t WHERE id = " + id);"#,
            r#"db.query("SELECT * FROM t WHERE id = '" + id + "'");"#,
            "db.query(`SELECT * FROM t WHERE id = ${id}`);",
            "const q = \"SELECT * FROM t WHERE id = \" + id;\ndb.query(q);",
            "db.get(`SELECT * FROM t WHERE id = ${id}`, cb);",
            "db.each(`SELECT * FROM t WHERE id = ${id}`, cb);",
            "db.prepare(`SELECT * FROM t WHERE id = ${id}`).all();",
            "prisma.$queryRawUnsafe(`SELECT * FROM t WHERE id = ${id}`);",
            "db.query(`DELETE from t where id=${id}`);",
            "db.query(`Insert into t values (${id})`);",
            "db.query(`WITH a AS (SELECT 1) SELECT * FROM a WHERE b=${id}`);",
            "query(`SELECT * FROM t WHERE id = ${id}`);",
            "var query = \"SELECT name,id FROM Users WHERE login='\" + req.body.login + \"'\";\ndb.sequelize.query(query, {\n})",
            "this.db.run(`UPDATE t SET a = ${x} WHERE b = 1`)",
            "let sql; sql = `select * from a where b = ${c}`;",
        ],
    );
    passes(
        SECURE,
        "parameters",
        "a.js",
        &[
            "const T=\"t\";\ndb.query(`SELECT * FROM ${T} WHERE id = ?`, [id]);",
            r#"db.query("SELECT a " + "FROM b")"#,
            "db.query(`SELECT ${FIELDS} FROM b`)",
            "db.query(`SELECT * FROM t WHERE h > ${Database.sqlHourOffset()}`)",
            "const query = `SELECT a FROM b`",
            "axios.get(`update/${id}`)",
            "run(`update ${pkg}`)",
            "const title = `Select ${x} from the list`",
            "el.run(`Please select ${x} or update`)",
            "db.query(`SELECT a FROM b WHERE c IN (${slots})`, data)",
            "prisma.$queryRaw`SELECT * FROM t WHERE id = ${id}`",
            "api.get(`with ${x}`)",
            "const query = { a: `b ${c}` }",
        ],
    );
}

#[test]
fn values_in_statements_of_python_are_found_however_the_text_is_put_together() {
    finds(
        SECURE,
        "parameters",
        "a.py",
        &[
            r#"cur.execute(f"SELECT * FROM t WHERE id = {x}")"#,
            r#"cur.execute("SELECT * FROM t WHERE id = %s" % x)"#,
            r#"cur.execute("SELECT * FROM t WHERE id = " + x)"#,
            r#"cur.execute("SELECT * FROM t WHERE id = '" + x + "'")"#,
            r#"cur.execute("SELECT * FROM t WHERE id = {}".format(x))"#,
            "q = f\"SELECT * FROM t WHERE id = {x}\"\ncur = con.cursor()\ncur.execute(q)",
            "def f(x):\n    q = f\"SELECT * FROM t WHERE id = {x}\"\n    return cur.execute(q)",
            "q = f\"SELECT * FROM t WHERE id = {x}\"\ncur.execute(q)",
            "cur.execute(\"SELECT * FROM t \"\n  f\"WHERE id = {x}\")",
            r#"pd.read_sql(f"SELECT * FROM t WHERE id = {x}", con)"#,
            r#"User.objects.raw(f"SELECT * FROM t WHERE id = {x}")"#,
            r#"session.execute(text(f"SELECT * FROM t WHERE id = {x}"))"#,
            r#"cur.execute(f"WITH a AS (SELECT 1) SELECT * FROM a WHERE id={x}")"#,
            "user_query = f\"SELECT * FROM users WHERE username = '{username}'\"\nquery = db.session.execute(text(user_query))",
            "q = (\"INSERT INTO students (name) \"\n     \"VALUES ('%(name)s')\" % {\"name\": name})\nawait cur.execute(q)",
            "sql_query = \"SELECT * FROM l WHERE user='\"+name+\"'AND password='\"+password+\"'\"\nlogin.objects.raw(sql_query)",
            "str_query = \"SELECT a FROM b WHERE username = '%s';\" % term\n# c\nsearch = db.engine.execute(str_query)",
            "def f(x):\n    text_ = f\"SELECT {x}\"\n    cur.execute(text_)",
            r#"await con.fetch(f"select a from b where c = {d.e}")"#,
        ],
    );
    passes(
        SECURE,
        "parameters",
        "a.py",
        &[
            r#"cur.execute(f"SELECT * FROM {TABLE} WHERE id = ?", (x,))"#,
            r#"cur.execute("SELECT * FROM t WHERE id = %s", (x,))"#,
            r#"cur.execute("SELECT a " "FROM b")"#,
            r#"query = "SELECT a FROM b""#,
            r#"run.execute(f"please select {x}")"#,
            r#"query = f"what is {x}""#,
            r#"prompt = f"SELECT a FROM {x}""#,
            r#"cur.execute(f"SELECT a FROM b WHERE id IN ({ph})", ids)"#,
            r#"query = f"Update {x} now""#,
            r#"cur.execute("SELECT a FROM b".strip())"#,
            r#"cur.execute("SELECT a FROM " + TABLE)"#,
        ],
    );
    finds(
        SECURE,
        "whole_statements",
        "a.py",
        &[
            r#"cur.execute(f"SELECT a FROM {table} WHERE id = ?", (x,))"#,
            r#"cur.execute("SELECT a FROM {} WHERE b = %s".format(t), (x,))"#,
        ],
    );
    passes(
        SECURE,
        "whole_statements",
        "a.py",
        &[
            r#"cur.execute(f"SELECT a FROM {TABLE} WHERE id = ?", (x,))"#,
            r#"cur.execute("SELECT a FROM b WHERE id = ?", (x,))"#,
            r#"cur.execute(f"SELECT a FROM {t}")"#,
        ],
    );
    finds(
        SECURE,
        "whole_statements",
        "a.ts",
        &["db.query(`SELECT a FROM b WHERE c = $1 LIMIT ${size}`, [c])"],
    );
    passes(
        SECURE,
        "whole_statements",
        "a.ts",
        &[
            "db.query(`SELECT a FROM b WHERE c = $1`, [c])",
            "db.query(`SELECT a, ${dialect.now()} FROM b WHERE c = $1`, [c])",
        ],
    );
}

#[test]
fn text_that_becomes_code_or_a_command_is_told_from_constants() {
    finds(
        SECURE,
        "no_js_eval",
        "a.js",
        &[
            "eval(x);",
            "(0,eval)(x);",
            r#"setTimeout("run("+x+")", 5);"#,
            "vm.runInNewContext(x);",
            r#"new Function("a", x);"#,
            "new window.Function(x);",
            "window.eval(x)",
            "Function(x)()",
        ],
    );
    passes(
        SECURE,
        "no_js_eval",
        "a.js",
        &[
            r#"new Function("specifier", "return import(specifier)")"#,
            r#"eval("1")"#,
            "setTimeout(() => f(x), 5)",
            "parser.eval(x)",
            "page.evaluate((script) => { eval(script); }, s)",
            "function Function() {}",
            "setTimeout(f, `a`)",
        ],
    );
    finds(
        SECURE,
        "no_js_shell",
        "a.js",
        &[
            r#"exec("ping " + req.query.host)"#,
            "cp.exec(`ping ${req.body.host}`, cb)",
            r#"require("child_process").exec("ls " + req.params.d)"#,
            r#"function f(req) { const c = "ls " + req.body.d; exec(c); }"#,
            r#"function f(req) { const c = "ls " + req.body.d; cp.execSync(c); }"#,
            "async function f(req) { const { q } = await req.json(); exec(`ls ${q}`, done); }",
            "async function f(req) { const { q, p } = req.body; let x = 1; cp.execSync(`ls ${p}`); }",
            "async function f(req) { const { d: q } = req.query; const o = await exec(`ls ${q}`); }",
            "cp.spawn(`ls ${req.body.d}`, { shell: true })",
        ],
    );
    passes(
        SECURE,
        "no_js_shell",
        "a.js",
        &[
            "exec(`rm ${p}`)",
            r#"exec("ls")"#,
            "execSync(`${checkCmd} claude`)",
            "async function f(req) { const { q } = await req.json(); exec(`ls ${other}`); }",
            "async function f(db) { const { q } = await db.json(); exec(`ls ${q}`); }",
            "async function f(req) { const { q } = await req.json(); re.exec(`ls ${q}`); }",
            "cp.spawn(`ls ${req.body.d}`)",
            r#"cp.spawn("ls", [req.body.d], { shell: true })"#,
        ],
    );
    finds(
        SECURE,
        "argument_lists",
        "a.js",
        &[
            r#"function f(p) { const cmd = "ls " + p; exec(cmd); }"#,
            r#"require("child_process").execSync(`rm ${p}`)"#,
            "exec(`sleep ${time}`)",
            r#"exec("ping " + req.query.host)"#,
            r#"cp.execSync(exe + " --version")"#,
            r#"function f(p) { const cmd = "ls " + p; cp.execSync(cmd); }"#,
            "spawn(`rm ${p}`, { stdio: 1, shell: true })",
        ],
    );
    passes(
        SECURE,
        "argument_lists",
        "a.js",
        &[
            "exec(`sleep ${TIMEOUT}`)",
            r#"function f() { const cmd = "ls"; exec(cmd); }"#,
            r#"exec("a" + "b")"#,
            "exec(`node ${__dirname}/a.js`)",
            "re.exec(x)",
            "spawn(`rm ${p}`, { shell: false })",
            r#"function f(p) { const cmd = "a" + p; re.exec(cmd); }"#,
        ],
    );
    passes(SECURE, "argument_lists", "scripts/a.js", &["exec(`rm ${p}`)"]);
}

#[test]
fn switches_count_where_they_mean_what_they_say() {
    finds(
        SECURE,
        "certificates",
        "a.py",
        &[
            "import requests\nrequests.get(u, verify=False)",
            "ctx.check_hostname = False",
            "ctx.verify_mode = ssl.CERT_NONE",
            "s.get(u, ssl=False)",
            "aiohttp.TCPConnector(ssl=False)",
            r#"urllib3.PoolManager(cert_reqs="CERT_NONE")"#,
            "s.verify = False",
            "httpx.Client(verify=False)",
            "session.verify = False",
            "ssl._create_unverified_context()",
        ],
    );
    passes(
        SECURE,
        "certificates",
        "a.py",
        &[
            "jwt.decode(t, verify=False)",
            "model.predict(x, verify=False)",
            "self.verify = False",
            "if settings.insecure_tls:\n    s.verify = False",
            "f(ssl=False)",
        ],
    );
    finds(
        SECURE,
        "certificates",
        "a.js",
        &[
            "https.request({ rejectUnauthorized: false })",
            "opts.rejectUnauthorized = false;",
            r#"process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";"#,
            r#"https.request({ "rejectUnauthorized": false })"#,
            "process.env.NODE_TLS_REJECT_UNAUTHORIZED = 0",
        ],
    );
    passes(
        SECURE,
        "certificates",
        "a.js",
        &[
            "if (notification.teltonikaUnsafeTls) { o.agent = new Agent({ rejectUnauthorized: false }) }",
            "x = { rejectUnauthorized: true }",
        ],
    );
    passes(SECURE, "certificates", "src/A.tsx", &["io(url, { rejectUnauthorized: false })"]);
    finds(
        SECURE,
        "no_debugger",
        "settings.py",
        &[
            "app.run(debug=True)",
            r#"app.config["DEBUG"] = True"#,
            "app.debug = True",
            "Starlette(debug=True, routes=r)",
            "create_app().run(debug=True)",
        ],
    );
    passes(
        SECURE,
        "no_debugger",
        "settings.py",
        &["asyncio.run(main(), debug=True)", "DEBUG = True", "self.debug = True"],
    );
    finds(SECURE, "env_ignored", ".gitignore", &[".env"]);
    finds(SECURE, "env_ignored", "backend/.gitignore", &[".env"]);
    passes(SECURE, "env_ignored", "libs/leftpad/.gitignore", &[".env"]);
}

#[test]
fn what_strangers_bring_into_a_statement_is_told_from_what_the_program_knows() {
    let probe = "no_foreign_values";
    let statements = [
        "c.execute('SELECT * FROM a WHERE account = \"%s\"' % account)",
        "c.execute(f\"SELECT * FROM a WHERE account = '{account}'\")",
        "c.execute(\"SELECT * FROM a WHERE account = '\" + account + \"'\")",
        "c.execute(f\"SELECT * FROM a WHERE id = {request.args['id']}\")",
        "c.execute(f\"SELECT * FROM a WHERE name LIKE '%{account}%'\")",
    ];
    let given = "def f(account: str, table='a'):\n    ";
    finds(SECURE, probe, "a.py", &borrowed(&within(given, &statements, "\n")));
    let others = [
        "c.execute(f\"SELECT * FROM {table} WHERE a = 1\")",
        "c.execute(f\"SELECT * FROM a WHERE account = '{kind}'\")",
        "c.execute('SELECT * FROM a WHERE account = ?', (account,))",
        "c.execute('SELECT * FROM a WHERE account = \"%s\"' % self.account)",
    ];
    let given = "def f(self, account, table):\n    ";
    passes(SECURE, probe, "a.py", &borrowed(&within(given, &others, "\n")));
    let asked = "db.query(`SELECT * FROM a WHERE id = ${req.params.id}`)";
    finds(SECURE, probe, "a.js", &[asked, "db.query('SELECT * FROM a WHERE id = ' + req.body.id)"]);
    passes(SECURE, probe, "a.js", &["db.query(`SELECT * FROM ${table}`)"]);
}

#[test]
fn handlers_that_do_nothing_are_found_unless_they_give_a_reason() {
    let probe = "no_silent_failures";
    let idle = [
        "except:  # noqa\n    pass",
        "except Exception:\n    pass",
        "except Exception as error:\n    # nothing\n    ...",
        "except (BaseException,):\n    pass",
    ];
    finds(SECURE, probe, "a.py", &borrowed(&within("try:\n    f()\n", &idle, "\n")));
    let others = [
        "except ValueError:\n    pass",
        "except Exception as error:\n    log(error)",
        "except Exception:\n    # The cache may be cold, then it is made anew.\n    pass",
    ];
    passes(SECURE, probe, "a.py", &borrowed(&within("try:\n    f()\n", &others, "\n")));
    let idle = ["try { f() } catch (e) { /* ignored */ }", "try { f() } catch {}"];
    finds(SECURE, probe, "a.js", &idle);
    let others =
        ["try { f() } catch { // The storage may be off.\n}", "try { f() } catch (e) { log(e) }"];
    passes(SECURE, probe, "a.js", &others);
}

//! Routes, options and subcommands, and what may add others.

use super::facts;
use crate::domain::facts::WayInKind::{self, Option as Choice, Route, Subcommand};

/// The ways of a kind by their names, and whether there may be others.
#[track_caller]
fn check(text: &str, kind: WayInKind, expected: &[&str], open: bool) {
    let found = facts(&[("src/app.py", text)]).ways_in;
    let names = found.all.iter().filter(|one| one.kind == kind).map(|one| one.name.as_str());
    let is_open = found.open.iter().any(|one| one.kind == kind);
    assert_eq!((names.collect::<Vec<_>>(), is_open), (expected.to_vec(), open), "{text}");
}

#[test]
fn the_options_of_a_browser_are_none_of_a_command_line() {
    let text = "import argparse\nfrom selenium.webdriver.chrome.options import Options\noptions = Options()\noptions.add_argument('--headless')\n\
        parser = argparse.ArgumentParser()\nparser.add_argument('--pdf')\ngroup = parser.add_argument_group('more')\ngroup.add_argument('--repo')\n";
    let found = facts(&[("main.py", text)]).ways_in;
    let names: Vec<&str> = found.all.iter().map(|one| one.name.as_str()).collect();
    assert_eq!((names, found.open), (vec!["--pdf", "--repo"], Vec::new()));
}

#[test]
fn servers_answer_under_the_paths_that_decorators_and_lists_name() {
    let fast = "from fastapi import FastAPI\napp = FastAPI()\n@app.get('/health')\ndef health(): pass\n@app.post('/audits/{id}')\ndef audit(id): pass\n";
    check(fast, Route, &["/health", "/audits/{id}"], false);
    let flask = "import flask\napp = flask.Flask(__name__)\n@app.route('/', methods=['GET', 'POST'])\ndef index(): pass\n";
    check(flask, Route, &["/"], false);
    assert_eq!(facts(&[("a.py", flask)]).ways_in.all[0].methods, 2);
    let django = "from django.urls import path\nurlpatterns = [path('a/', a), path('b/', b)]\n";
    check(django, Route, &["a/", "b/"], false);
    check("@cache.get('key')\ndef other(): pass\n", Route, &[], false);
    let maker = "from fastapi import FastAPI\ndef make():\n    app = FastAPI()\n    @app.get('/a')\n    def a(): pass\n    return app\n";
    check(maker, Route, &["/a"], false);
}

#[test]
fn what_takes_in_others_leaves_open_how_many_routes_there_are() {
    let head = "from fastapi import FastAPI\napp = FastAPI()\n@app.get('/a')\ndef a(): pass\n";
    for more in [
        "app.include_router(other)\n",
        "app.mount('/static', files)\n",
        "app.add_api_route('/b', b)\n",
        "@unknown.get('/b')\ndef b(): pass\n",
        "router = APIRouter()\n",
    ] {
        check(&format!("{head}{more}"), Route, &["/a"], true);
    }
    let looped = "for path in PATHS:\n    @app.get(path)\n    def b(): pass\n";
    check(&format!("{head}{looped}"), Route, &["/a", ""], true);
    let django = "urlpatterns = [path('a/', a), path('b/', include('b.urls'))]\n";
    check(django, Route, &["a/"], true);
    check("urlpatterns = [path('a/', a)]\nurlpatterns += more\n", Route, &["a/"], true);
}

#[test]
fn command_lines_have_the_options_and_subcommands_that_are_added() {
    let parser = "import argparse\np = argparse.ArgumentParser()\np.add_argument('repo')\np.add_argument('--pdf', '-p')\np.add_argument('-v', action='store_true')\nsub = p.add_subparsers()\nsub.add_parser('run')\nsub.add_parser('watch')\n";
    check(parser, Choice, &["--pdf", "-v"], false);
    check(parser, Subcommand, &["run", "watch"], false);
    let click = "import click\n@click.group()\ndef cli(): pass\n@cli.command()\n@click.option('--pdf')\ndef run(pdf): pass\n@cli.command('watch')\ndef other(): pass\n";
    check(click, Choice, &["--pdf"], false);
    check(click, Subcommand, &["", "watch"], false);
    let typer = "import typer\napp = typer.Typer()\n@app.command()\ndef run(pdf: str = ''): pass\n";
    check(typer, Choice, &[], true);
    check(typer, Subcommand, &[""], false);
    let looped = "for name in NAMES:\n    p.add_argument(name)\n";
    check(&format!("{parser}{looped}"), Choice, &["--pdf", "-v"], true);
    check(&format!("{parser}import sys\nprint(sys.argv[1])\n"), Choice, &["--pdf", "-v"], true);
}

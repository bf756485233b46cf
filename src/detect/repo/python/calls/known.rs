//! The names of the callees that may be found to be dangerous.

/// Every callee of which a call may be stated, as it is stated; those of `builtins` without their module.
pub const CALLEES: &[&str] = &[
    "__import__",
    "_pickle.load",
    "_pickle.loads",
    "asyncio.AbstractEventLoop.subprocess_shell",
    "asyncio.create_subprocess_exec",
    "asyncio.create_subprocess_shell",
    "cPickle.load",
    "cPickle.loads",
    "cloudpickle.load",
    "cloudpickle.loads",
    "dill.load",
    "dill.loads",
    "eval",
    "exec",
    "joblib.load",
    "langchain_community.tools.ShellTool",
    "langchain_community.tools.shell.ShellTool",
    "langchain_community.tools.shell.tool.ShellTool",
    "langchain_experimental.tools.PythonAstREPLTool",
    "langchain_experimental.tools.PythonREPLTool",
    "langchain_experimental.tools.python.tool.PythonAstREPLTool",
    "langchain_experimental.tools.python.tool.PythonREPLTool",
    "langchain_experimental.utilities.PythonREPL",
    "langchain_experimental.utilities.python.PythonREPL",
    "marshal.load",
    "marshal.loads",
    "nt.system",
    "numpy.load",
    "os.execl",
    "os.execle",
    "os.execlp",
    "os.execlpe",
    "os.execv",
    "os.execve",
    "os.execvp",
    "os.execvpe",
    "os.popen",
    "os.posix_spawn",
    "os.posix_spawnp",
    "os.spawnl",
    "os.spawnle",
    "os.spawnlp",
    "os.spawnlpe",
    "os.spawnv",
    "os.spawnve",
    "os.spawnvp",
    "os.spawnvpe",
    "os.system",
    "pandas.read_pickle",
    "pickle.Unpickler",
    "pickle.load",
    "pickle.loads",
    "posix.system",
    "pty.spawn",
    "shelve.open",
    "subprocess.Popen",
    "subprocess.call",
    "subprocess.check_call",
    "subprocess.check_output",
    "subprocess.getoutput",
    "subprocess.getstatusoutput",
    "subprocess.run",
    "torch.load",
    "yaml.full_load",
    "yaml.load",
    "yaml.load_all",
    "yaml.unsafe_load",
    "yaml.unsafe_load_all",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::SHELL_CALLEES;

    #[test]
    fn every_dangerous_callee_is_known() {
        for callee in SHELL_CALLEES.iter().chain(super::super::DANGEROUS) {
            let stated = callee.strip_prefix("builtins.").unwrap_or(callee);
            assert!(CALLEES.contains(&stated), "{stated}");
        }
        assert!(CALLEES.is_sorted());
    }
}

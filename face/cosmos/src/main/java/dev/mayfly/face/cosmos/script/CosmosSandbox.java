package dev.mayfly.face.cosmos.script;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.script.ScriptHost;
import dev.mayfly.base.script.ScriptLibrary;
import dev.mayfly.base.script.ScriptRun;
import dev.mayfly.base.script.ScriptSandbox;
import dev.mayfly.base.script.ScriptWatch;

/** The sandbox with what scripts of Cosmos DB find in it; made when the first script runs. Safe for concurrent use. */
public final class CosmosSandbox {
    private final ScriptSandbox sandbox;
    private final ScriptLibrary library = new ScriptLibrary(CosmosSandbox.class, "cosmos.js");

    public CosmosSandbox(ScriptSandbox sandbox) {
        this.sandbox = sandbox;
    }

    /** Opens a run for the request that this thread carries out. */
    ScriptRun open(ScriptHost host) {
        RequestGuard guard = RequestGuard.current();
        return sandbox.open(library.program(), host, ScriptWatch.of(guard::check, guard::hold));
    }
}

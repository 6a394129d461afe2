package dev.mayfly.face.cosmos.script;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.script.ScriptHost;
import dev.mayfly.base.script.ScriptProgram;
import dev.mayfly.base.script.ScriptRun;
import dev.mayfly.base.script.ScriptSandbox;
import dev.mayfly.base.script.ScriptWatch;
import org.jspecify.annotations.Nullable;

/** The sandbox with what scripts of Cosmos DB find in it; made when the first script runs. Safe for concurrent use. */
public final class CosmosSandbox {
    private final ScriptSandbox sandbox;
    private @Nullable ScriptProgram program;

    public CosmosSandbox(ScriptSandbox sandbox) {
        this.sandbox = sandbox;
    }

    private synchronized ScriptProgram program() {
        if (program == null) {
            program = ScriptProgram.of(CosmosSandbox.class, "cosmos.js");
        }
        return program;
    }

    /** Opens a run for the request that this thread carries out. */
    ScriptRun open(ScriptHost host) {
        RequestGuard guard = RequestGuard.current();
        return sandbox.open(program(), host, new ScriptWatch() {
            @Override
            public void check() {
                guard.check();
            }

            @Override
            public void grown(long bytes) {
                guard.hold(bytes);
            }
        });
    }
}

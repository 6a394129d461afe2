package dev.mayfly.face.couchbase.query.function;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.script.ScriptHost;
import dev.mayfly.base.script.ScriptProgram;
import dev.mayfly.base.script.ScriptRun;
import dev.mayfly.base.script.ScriptSandbox;
import dev.mayfly.base.script.ScriptWatch;
import dev.mayfly.face.couchbase.bucket.Edition;
import org.jspecify.annotations.Nullable;

/** The sandbox with what functions in JavaScript find in it; made when the first one runs. Safe for concurrent use. */
public final class FunctionSandbox {
    private final @Nullable ScriptSandbox sandbox;
    private final Edition edition;
    private @Nullable ScriptProgram program;

    /** @param sandbox null if scripts do not run */
    public FunctionSandbox(@Nullable ScriptSandbox sandbox, Edition edition) {
        this.sandbox = sandbox;
        this.edition = edition;
    }

    private synchronized ScriptProgram program() {
        if (program == null) {
            program = ScriptProgram.of(FunctionSandbox.class, "couchbase.js");
        }
        return program;
    }

    /** Opens a run for the request that this thread carries out. */
    ScriptRun open(ScriptHost host) {
        if (edition == Edition.COMMUNITY) {
            throw FunctionErrors.enterpriseOnly();
        }
        ScriptSandbox box = sandbox;
        if (box == null) {
            throw FunctionErrors.off();
        }
        RequestGuard guard = RequestGuard.current();
        return box.open(program(), host, new ScriptWatch() {
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

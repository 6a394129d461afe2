package dev.mayfly.face.couchbase.query.function;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.script.ScriptHost;
import dev.mayfly.base.script.ScriptLibrary;
import dev.mayfly.base.script.ScriptRun;
import dev.mayfly.base.script.ScriptSandbox;
import dev.mayfly.base.script.ScriptWatch;
import dev.mayfly.face.couchbase.bucket.Edition;
import org.jspecify.annotations.Nullable;

/** The sandbox with what functions in JavaScript find in it; made when the first one runs. Safe for concurrent use. */
public final class FunctionSandbox {
    private final @Nullable ScriptSandbox sandbox;
    private final Edition edition;
    private final ScriptLibrary library = new ScriptLibrary(FunctionSandbox.class, "couchbase.js");

    /** @param sandbox null if scripts do not run */
    public FunctionSandbox(@Nullable ScriptSandbox sandbox, Edition edition) {
        this.sandbox = sandbox;
        this.edition = edition;
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
        return box.open(library.program(), host, ScriptWatch.of(guard::check, guard::hold));
    }
}

package dev.mayfly.face.mongo.language.sandbox;

import dev.mayfly.base.script.ScriptHost;
import dev.mayfly.base.script.ScriptProgram;
import dev.mayfly.base.script.ScriptRun;
import dev.mayfly.base.script.ScriptSandbox;
import dev.mayfly.base.script.ScriptWatch;
import org.jspecify.annotations.Nullable;

/** The sandbox with what functions of MongoDB find in it; made when the first one is called. Safe for concurrent use. */
public final class MongoSandbox {
    private final ScriptSandbox sandbox;
    private @Nullable ScriptProgram program;

    public MongoSandbox(ScriptSandbox sandbox) {
        this.sandbox = sandbox;
    }

    /** Opens a run for one command. */
    public ScriptRun open(ScriptWatch watch) {
        return sandbox.open(program(), ScriptHost.NONE, watch);
    }

    private synchronized ScriptProgram program() {
        if (program == null) {
            program = ScriptProgram.of(MongoSandbox.class, "mongo.js");
        }
        return program;
    }
}

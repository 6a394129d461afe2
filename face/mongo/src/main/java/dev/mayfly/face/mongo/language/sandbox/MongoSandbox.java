package dev.mayfly.face.mongo.language.sandbox;

import dev.mayfly.base.script.ScriptHost;
import dev.mayfly.base.script.ScriptLibrary;
import dev.mayfly.base.script.ScriptRun;
import dev.mayfly.base.script.ScriptSandbox;
import dev.mayfly.base.script.ScriptWatch;

/** The sandbox with what functions of MongoDB find in it; made when the first one is called. Safe for concurrent use. */
public final class MongoSandbox {
    private final ScriptSandbox sandbox;
    private final ScriptLibrary library = new ScriptLibrary(MongoSandbox.class, "mongo.js");

    public MongoSandbox(ScriptSandbox sandbox) {
        this.sandbox = sandbox;
    }

    /** Opens a run for one command. */
    public ScriptRun open(ScriptWatch watch) {
        return sandbox.open(library.program(), ScriptHost.NONE, watch);
    }
}

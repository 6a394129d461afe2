package dev.mayfly.face.mongo.language.sandbox;

import dev.mayfly.base.script.ScriptHost;
import dev.mayfly.base.script.ScriptProgram;
import dev.mayfly.base.script.ScriptRun;
import dev.mayfly.base.script.ScriptSandbox;
import dev.mayfly.base.script.ScriptWatch;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
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
            program = ScriptProgram.of(library());
        }
        return program;
    }

    private static String library() {
        try (InputStream in = Objects.requireNonNull(MongoSandbox.class.getResourceAsStream("mongo.js"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.mayfly.face.mongo.session;

import dev.mayfly.face.mongo.language.Run;
import dev.mayfly.face.mongo.wire.WireMessage;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A command under way. Made for every request, so all that costs something waits until somebody asks. */
public final class Operation {
    private static final Set<String> WRITES = Set.of("insert", "update", "delete", "findAndModify");

    private final String command;
    private final String database;
    private final WireMessage message;
    private final boolean secret;
    private final long startedNanos;
    private final @Nullable Run run;
    private volatile int id;

    /**
     * @param command its name, whatever the client's spelling
     * @param secret whether what it says must not be shown
     * @param startedNanos by the clock of uptime
     * @param run how to end it, or null for what ends soon by itself
     */
    public Operation(
            String command,
            String database,
            WireMessage message,
            boolean secret,
            long startedNanos,
            @Nullable Run run) {
        this.command = command;
        this.database = database;
        this.message = message;
        this.secret = secret;
        this.startedNanos = startedNanos;
        this.run = run;
    }

    public String command() {
        return command;
    }

    public String database() {
        return database;
    }

    public WireMessage message() {
        return message;
    }

    /** Whether it is one of the commands that write documents. */
    boolean isWrite() {
        return WRITES.contains(command);
    }

    public boolean isSecret() {
        return secret;
    }

    public long startedNanos() {
        return startedNanos;
    }

    /** Ends it at its next document. */
    public void kill(Run.Reason reason) {
        if (run != null) {
            run.kill(reason);
        }
    }

    public boolean isKilled() {
        return run != null && run.isKilled();
    }

    /** Its number; 0 until it was first shown. */
    public int id() {
        return id;
    }

    void number(int given) {
        id = given;
    }
}

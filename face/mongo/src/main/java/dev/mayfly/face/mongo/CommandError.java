package dev.mayfly.face.mongo;

import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** Ends a command with an error that its client sees. The message names fields and limits, never values of documents. */
public final class CommandError extends RuntimeException {
    /** The field that drivers read labels from. */
    public static final String LABELS = "errorLabels";

    private static final long serialVersionUID = 1L;

    private static final BsonDocument NO_DETAILS = new BsonDocument();

    private final int code;
    private final String codeName;
    private final String text;
    private final @Nullable List<String> labels;
    private final BsonDocument details;

    public CommandError(MongoCode code, String text) {
        this(code.code(), code.wireName(), text);
    }

    /** For codes that have no name of their own: {@code Location} and the number. */
    public CommandError(int code, String text) {
        this(code, "Location" + code, text);
    }

    public CommandError(int code, String codeName, String text) {
        super(text, null, false, false);
        this.code = code;
        this.codeName = codeName;
        this.text = text;
        this.labels = null;
        this.details = NO_DETAILS;
    }

    private CommandError(CommandError error, @Nullable List<String> labels, BsonDocument details) {
        super(error.text, null, false, false);
        this.code = error.code;
        this.codeName = error.codeName;
        this.text = error.text;
        this.labels = labels == null ? null : List.copyOf(labels);
        this.details = details;
    }

    /** Returns the same error with a label that tells drivers how to handle it. */
    public CommandError labelled(String label) {
        return labelled(List.of(label));
    }

    /** Returns the same error with these labels only, which may be none. */
    public CommandError labelled(List<String> all) {
        return new CommandError(this, all, details);
    }

    /** Returns the same error with further fields for its client. */
    public CommandError detailed(BsonDocument fields) {
        return new CommandError(this, labels, fields);
    }

    /** Returns the further fields, which most errors have none of. */
    public BsonDocument details() {
        return details;
    }

    /** Returns whether the error's labels have already been decided. */
    public boolean isLabelled() {
        return labels != null;
    }

    public int code() {
        return code;
    }

    public String codeName() {
        return codeName;
    }

    public String text() {
        return text;
    }

    public Reply reply() {
        BsonBuilder reply = new BsonBuilder()
                .real("ok", 0.0)
                .text("errmsg", text)
                .int32("code", code)
                .text("codeName", codeName)
                .all(details);
        if (labels != null) {
            append(labels, reply);
        }
        return Reply.failed(reply);
    }

    /** Adds labels to a reply, if there are any. */
    public static void append(List<String> labels, BsonBuilder reply) {
        if (!labels.isEmpty()) {
            reply.startArray(LABELS);
            labels.forEach(reply::element);
            reply.end();
        }
    }
}

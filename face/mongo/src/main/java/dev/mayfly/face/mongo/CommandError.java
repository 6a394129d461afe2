package dev.mayfly.face.mongo;

import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ends a command with an error that its client sees. The message names fields and limits, never values of documents. */
public final class CommandError extends RuntimeException {
    /** The field that drivers read labels from. */
    public static final String LABELS = "errorLabels";

    private static final long serialVersionUID = 1L;

    private final int code;
    private final String codeName;
    private final String text;
    private final @Nullable List<String> labels;

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
    }

    private CommandError(CommandError error, List<String> labels) {
        super(error.text, null, false, false);
        this.code = error.code;
        this.codeName = error.codeName;
        this.text = error.text;
        this.labels = List.copyOf(labels);
    }

    /** The same, telling drivers what it means to them. */
    public CommandError labelled(String label) {
        return labelled(List.of(label));
    }

    /** The same with these labels and no others, which may be none at all. */
    public CommandError labelled(List<String> all) {
        return new CommandError(this, all);
    }

    /** Whether it is settled which labels it has. */
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
                .text("codeName", codeName);
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

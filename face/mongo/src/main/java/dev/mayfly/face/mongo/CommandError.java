package dev.mayfly.face.mongo;

import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;

/** Ends a command with an error that its client sees. The message names fields and limits, never values of documents. */
public final class CommandError extends RuntimeException {
    /** The field that drivers read labels from. */
    public static final String LABELS = "errorLabels";

    private static final long serialVersionUID = 1L;

    private final int code;
    private final String codeName;
    private final String text;
    private final List<String> labels;

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
        this.labels = List.of();
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
        return new CommandError(this, List.of(label));
    }

    public List<String> labels() {
        return labels;
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
        if (!labels.isEmpty()) {
            reply.startArray(LABELS);
            labels.forEach(reply::element);
            reply.end();
        }
        return Reply.failed(reply);
    }
}

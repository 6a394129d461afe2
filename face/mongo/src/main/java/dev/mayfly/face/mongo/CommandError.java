package dev.mayfly.face.mongo;

import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;

/** Ends a command with an error that its client sees. The message names fields and limits, never values of documents. */
public final class CommandError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final String codeName;
    private final String text;

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
        return Reply.failed(new BsonBuilder()
                .real("ok", 0.0)
                .text("errmsg", text)
                .int32("code", code)
                .text("codeName", codeName));
    }
}

package dev.mayfly.face.cosmos.error;

import java.io.Serial;

/** A request that is answered with an error. The message is what the client reads. */
public final class CosmosException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final int status;
    private final int substatus;
    private final String code;
    private final String message;
    private final String errors;
    private final String words;
    private final long retryAfterMillis;

    /**
     * An error that its status alone does not describe.
     *
     * @param status of HTTP
     * @param substatus the value of {@code x-ms-substatus}, 0 for none
     * @param code the word that stands for it in the body, such as {@code NotFound}
     */
    public CosmosException(int status, int substatus, String code, String message) {
        this(status, substatus, code, message, message, message, 0);
    }

    private CosmosException(
            int status,
            int substatus,
            String code,
            String message,
            String errors,
            String words,
            long retryAfterMillis) {
        super(message, null, false, false);
        this.status = status;
        this.substatus = substatus;
        this.code = code;
        this.message = message;
        this.errors = errors;
        this.words = words;
        this.retryAfterMillis = retryAfterMillis;
    }

    public static CosmosException badRequest(String message) {
        return new CosmosException(400, 0, "BadRequest", message);
    }

    /**
     * Returns a bad request whose message has parts that only clients need.
     *
     * @param errors the errors as JSON, which the message holds
     * @param words the same for a person
     */
    public static CosmosException ofErrors(String errors, String words) {
        return new CosmosException(400, 0, "BadRequest", "Message: " + errors, errors, words, 0);
    }

    /** Returns the same with the time after which another try may do. */
    public CosmosException retryAfter(long millis) {
        return new CosmosException(status, substatus, code, message, errors, words, millis);
    }

    @Override
    public String getMessage() {
        return message;
    }

    /** Returns the message without the parts that only clients need. */
    public String words() {
        return words;
    }

    /** Returns the errors as JSON where the message holds them so, else the message. */
    public String errors() {
        return errors;
    }

    /** Returns the milliseconds after which another try may do; 0 if nothing is known of that. */
    public long retryAfterMillis() {
        return retryAfterMillis;
    }

    public int status() {
        return status;
    }

    public int substatus() {
        return substatus;
    }

    public String code() {
        return code;
    }
}

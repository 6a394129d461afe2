package dev.mayfly.face.cosmos;

import java.io.Serial;

/** A request that is answered with an error. The message is what the client reads. */
public final class CosmosException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final int status;
    private final int substatus;
    private final String code;
    private final String message;

    /**
     * An error that its status alone does not say.
     *
     * @param status of HTTP
     * @param substatus what {@code x-ms-substatus} says, 0 for nothing
     * @param code the word that stands for it in the body, such as {@code NotFound}
     */
    public CosmosException(int status, int substatus, String code, String message) {
        super(message, null, false, false);
        this.status = status;
        this.substatus = substatus;
        this.code = code;
        this.message = message;
    }

    public static CosmosException badRequest(String message) {
        return new CosmosException(400, 0, "BadRequest", message);
    }

    @Override
    public String getMessage() {
        return message;
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

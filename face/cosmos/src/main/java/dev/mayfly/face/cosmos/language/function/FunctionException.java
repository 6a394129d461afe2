package dev.mayfly.face.cosmos.language.function;

import java.io.Serial;

/** Reports a call that cannot be compiled; the compiler adds the place. */
public final class FunctionException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final String code;

    FunctionException(String code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    /** Such as {@code SC2005}. */
    public String code() {
        return code;
    }
}

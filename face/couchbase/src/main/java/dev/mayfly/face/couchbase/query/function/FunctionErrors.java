package dev.mayfly.face.couchbase.query.function;

import dev.mayfly.base.script.ScriptException;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** The errors of functions that users make. */
public final class FunctionErrors {
    private static final int NOT_SUPPORTED = 10100;
    public static final int NOT_FOUND = 10101;
    public static final int EXISTS = 10102;
    private static final int WRONG_ARGUMENTS = 10104;
    private static final int INVALID_NAME = 10105;
    private static final int STORAGE = 10106;
    private static final int ENCODING = 10107;
    private static final int DISABLED = 10108;
    private static final int EXECUTION = 10109;
    private static final int NESTED = 10112;
    private static final int LOADING = 10115;
    private static final int NOT_IMPLEMENTED = 1020;

    private FunctionErrors() {}

    static N1qlException enterpriseOnly() {
        return new N1qlException(
                NOT_SUPPORTED, "Functions of type javascript are only supported in Enterprise Edition");
    }

    public static N1qlException notFound(FunctionName name) {
        return new N1qlException(NOT_FOUND, "Function '" + name.name() + "' not found");
    }

    static N1qlException exists(FunctionName name) {
        return new N1qlException(EXISTS, "Function '" + name.name() + "' already exists - cause: " + name.name());
    }

    public static N1qlException wrongArguments(FunctionName name) {
        return new N1qlException(
                WRONG_ARGUMENTS,
                "Incorrect number of arguments supplied to function '" + name.name() + "' - cause: " + name.name());
    }

    /** @param written the name as far as it is said */
    public static N1qlException invalidName(String written, String cause) {
        return new N1qlException(INVALID_NAME, "Invalid function name '" + written + "' - cause: " + cause);
    }

    static N1qlException notKept(FunctionName name) {
        return new N1qlException(STORAGE, "Could not access function definition for " + name.name());
    }

    static N1qlException unreadable(FunctionName name) {
        return new N1qlException(
                ENCODING, "Could not decode function definition for '" + name.name() + "' because it is no definition");
    }

    static N1qlException off() {
        return new N1qlException(
                DISABLED,
                "internal javascript functions are disabled - cause: the server was started with --scripts off");
    }

    /** Golang functions need a plug-in of the service. */
    public static N1qlException noPlugins() {
        return new N1qlException(DISABLED, "golang functions are disabled");
    }

    public static N1qlException noLibraries() {
        return new N1qlException(
                NOT_IMPLEMENTED, "This feature is not implemented: functions in external JavaScript libraries");
    }

    /** Functions call each other too deeply. */
    public static N1qlException nested(FunctionName name, int levels) {
        return new N1qlException(NESTED, "Error executing function '" + name.name() + "': " + levels + " nested calls");
    }

    static N1qlException notLoaded(FunctionName name, ScriptException failure) {
        SequencedMap<String, N1qlValue> cause = new LinkedHashMap<>();
        cause.put("function", N1qlValues.of(name.name()));
        cause.put("reason", N1qlValues.of(failure.getMessage()));
        return new N1qlException(LOADING, "Error loading function '" + name.name() + "'", N1qlValues.object(cause));
    }

    /** A script failed, or was ended because it broke a bound. */
    static N1qlException failed(FunctionName name, ScriptException failure) {
        SequencedMap<String, N1qlValue> cause = new LinkedHashMap<>();
        SequencedMap<String, N1qlValue> details = new LinkedHashMap<>();
        details.put("Exception", N1qlValues.of(failure.getMessage()));
        if (!failure.stack().isEmpty()) {
            details.put("Stack", N1qlValues.of(failure.stack().stripTrailing()));
        }
        cause.put("details", N1qlValues.object(details));
        cause.put("type", N1qlValues.of(typeOf(failure)));
        return failed(name, N1qlValues.object(cause));
    }

    private static String typeOf(ScriptException failure) {
        return switch (failure.kind()) {
            case THROWN -> "Exceptions from JS code";
            case TIME -> "Timeout of JS code";
            case MEMORY -> "Out of memory in JS code";
            case HOST_CALLS -> "Too many statements in JS code";
            case PROTOCOL -> "Broken evaluator";
            case BUSY -> "Evaluator is busy";
        };
    }

    private static N1qlException failed(FunctionName name, @Nullable N1qlValue cause) {
        return new N1qlException(
                EXECUTION,
                "Error executing function '" + name.name() + "' (" + name.path() + ":" + name.name() + ")",
                cause);
    }

    /** An error of a call inside of an expression. */
    public static N1qlException inExpression(N1qlException failure) {
        boolean isOfFunctions = failure.code() >= NOT_SUPPORTED && failure.code() <= LOADING;
        return isOfFunctions
                ? new N1qlException(
                        N1qlException.EVALUATION,
                        "Error evaluating expression - cause: " + failure.text(),
                        failure.details())
                : failure;
    }
}

package dev.mayfly.face.mongo.language.expression;

/** How an operator words what is wrong with its named arguments, which differs from one of MongoDB's operators to the next. */
enum ArgumentWording {
    PARAMETER(
            "%1$s only supports an object as its argument",
            "Unrecognized parameter to %1$s: %2$s", "Missing '%2$s' parameter to %1$s"),
    ARGUMENT(
            "%1$s only supports an object as its argument",
            "Unrecognized argument to %1$s: %2$s", "Missing '%2$s' parameter to %1$s"),
    READ_DATE(
            "%1$s only supports an object as an argument, found: %2$s",
            "Unrecognized argument to %1$s: %2$s", "Missing '%2$s' parameter to %1$s"),
    MOVE_DATE(
            "%1$s expects an object as its argument",
            "Unrecognized argument to %1$s: %2$s. Expected arguments are startDate, unit, amount, and optionally timezone.",
            "%1$s requires startDate, unit, and amount to be present"),
    TRUNCATE_DATE(
            "%1$s only supports an object as its argument",
            "Unrecognized argument to %1$s: %2$s. Expected arguments are date, unit, and optionally, binSize, timezone, "
                    + "startOfWeek",
            "Missing '%2$s' parameter to %1$s"),
    DATE_FIELD(
            "%1$s only supports an object as its argument",
            "unrecognized option to %1$s: \"%2$s\"", "missing '%2$s' argument to %1$s, provided: %1$s: %3$s"),
    SPECIFIED(
            "%1$s requires an object as an argument, found: %2$s",
            "%1$s found an unknown argument: %2$s", "%1$s requires '%2$s' to be specified"),
    FIELD(
            "%1$s only supports an object as its argument",
            "%1$s found an unknown argument: %2$s", "%1$s requires '%2$s' to be specified"),
    UNKNOWN(
            "%1$s only supports an object as an argument, found %2$s",
            "%1$s found an unknown argument: %2$s", "%1$s requires an '%2$s' field"),
    COUNTED(
            "specification must be an object; found %1$s: %3$s",
            "Unknown argument for 'n' operator: %2$s", "Missing value for '%2$s'"),
    REGEX(
            "%1$s expects an object of named arguments but found: %2$s",
            "%1$s found an unknown argument: %2$s", "%1$s requires '%2$s' parameter"),
    CONVERSION(
            "%1$s expects an object of named arguments but found: %2$s",
            "%1$s found an unknown argument: %2$s", "Missing '%2$s' parameter to %1$s");

    private final String notAnObject;
    private final String unknown;
    private final String missing;

    ArgumentWording(String notAnObject, String unknown, String missing) {
        this.notAnObject = notAnObject;
        this.unknown = unknown;
        this.missing = missing;
    }

    /** @param argument what was given, as it is shown */
    String notAnObject(String operator, String type, String argument) {
        return notAnObject.formatted(operator, type, argument);
    }

    String unknown(String operator, String name) {
        return unknown.formatted(operator, name);
    }

    /** @param arguments what was given, as it is shown */
    String missing(String operator, String name, String arguments) {
        return missing.formatted(operator, name, arguments);
    }
}

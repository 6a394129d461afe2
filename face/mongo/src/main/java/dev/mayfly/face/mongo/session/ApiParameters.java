package dev.mayfly.face.mongo.session;

/**
 * The promise of stability that a client relies on.
 *
 * @param version the version of the API; empty for none
 * @param isStrict whether features outside the version must be refused
 * @param refusesDeprecated whether features deprecated in the version must be refused
 */
public record ApiParameters(String version, boolean isStrict, boolean refusesDeprecated) {
    public static final ApiParameters NONE = new ApiParameters("", false, false);

    /** As messages show it. */
    public String text() {
        return version.isEmpty()
                ? "{}"
                : "{ apiVersion: \"" + version + "\", apiStrict: " + isStrict + ", apiDeprecationErrors: "
                        + refusesDeprecated + " }";
    }
}

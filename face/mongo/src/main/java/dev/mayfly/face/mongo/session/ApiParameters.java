package dev.mayfly.face.mongo.session;

/**
 * Which promise of stability a client relies on.
 *
 * @param version the version of the API; empty for none
 * @param isStrict whether what is not part of the version is to be refused
 * @param refusesDeprecated whether what is deprecated in the version is to be refused
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

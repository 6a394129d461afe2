package dev.mayfly.face.cosmos.item;

/** The etag of an item: its version, in the form of a GUID between quotes. A pure function of the version. */
public final class Etag {
    /** How many characters an etag has, its quotes included. */
    public static final int LENGTH = 38;

    private static final String HEX = "0123456789abcdef";

    private Etag() {}

    public static String of(long version) {
        StringBuilder etag = new StringBuilder(LENGTH).append("\"00000000-0000-0000-");
        for (int shift = 60; shift >= 0; shift -= 4) {
            if (shift == 44) {
                etag.append('-');
            }
            etag.append(HEX.charAt((int) (version >>> shift) & 0xF));
        }
        return etag.append('"').toString();
    }

    /** Whether the value of a condition's header names this version, or any. */
    public static boolean matches(String condition, long version) {
        if (condition.equals("*")) {
            return true;
        }
        String etag = of(version);
        return condition.equals(etag) || condition.equals(etag.substring(1, LENGTH - 1));
    }
}

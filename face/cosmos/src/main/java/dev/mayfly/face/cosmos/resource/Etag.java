package dev.mayfly.face.cosmos.resource;

/** The tag of one state of a resource: a pure function of the version that wrote it. */
public final class Etag {
    private static final char[] HEX = "0123456789abcdef".toCharArray();
    private static final String PATTERN = "\"00000000-0000-0000-0000-000000000000\"";

    private Etag() {}

    /** Formats the etag as a GUID, with the quotes that belong to it. Hot. */
    public static String of(long version) {
        char[] text = PATTERN.toCharArray();
        long rest = version;
        for (int at = text.length - 2; rest != 0 && at > 0; at--) {
            if (text[at] != '-') {
                text[at] = HEX[(int) (rest & 0xf)];
                rest >>>= 4;
            }
        }
        return new String(text);
    }

    /** Returns true if a condition names this tag; {@code *} names all, and quotes may be left out. */
    public static boolean matches(String condition, String etag) {
        return condition.equals("*")
                || condition.equals(etag)
                || (condition.length() == etag.length() - 2 && etag.startsWith(condition, 1));
    }
}

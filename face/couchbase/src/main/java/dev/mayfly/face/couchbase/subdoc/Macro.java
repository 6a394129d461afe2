package dev.mayfly.face.couchbase.subdoc;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Text in an extended attribute that the server replaces by what it alone knows. */
enum Macro {
    CAS("\"${Mutation.CAS}\"", 16),
    SEQNO("\"${Mutation.seqno}\"", 16),
    VALUE_CRC32C("\"${Mutation.value_crc32c}\"", 8);

    private static final String VIRTUAL = "\"${$document";
    private static final String END = "}\"";

    private final String text;
    private final int digits;

    Macro(String text, int digits) {
        this.text = text;
        this.digits = digits;
    }

    /** Returns the number of hexadecimal digits that it expands to. */
    int digits() {
        return digits;
    }

    /** Returns whether a value may be a known macro; the part of the document that it names is looked up later. */
    static boolean mayBe(byte[] value) {
        return of(value) != null || documentPath(value) != null;
    }

    /** The macro that a value is, or null. */
    static @Nullable Macro of(byte[] value) {
        String said = new String(value, StandardCharsets.UTF_8);
        for (Macro macro : values()) {
            if (macro.text.equals(said)) {
                return macro;
            }
        }
        return null;
    }

    /**
     * Returns the part of the document, as it was before, that a value names: empty for all, such as {@code .revid};
     * null if none.
     */
    static @Nullable String documentPath(byte[] value) {
        String said = new String(value, StandardCharsets.UTF_8);
        return said.startsWith(VIRTUAL) && said.endsWith(END)
                ? said.substring(VIRTUAL.length(), said.length() - END.length())
                : null;
    }
}

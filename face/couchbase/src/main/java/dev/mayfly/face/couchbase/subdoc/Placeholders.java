package dev.mayfly.face.couchbase.subdoc;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * The stand-ins for macros while operations run: texts as long as theirs that occur nowhere else, so that an operation
 * may move, replace or remove what another has put there.
 */
final class Placeholders {
    /** An arbitrary value, from which the search for a free one begins. */
    private static final long FIRST = 0x6d61_7966_6c79_0001L;

    private final byte[][] texts = new byte[Macro.values().length][];

    Placeholders(byte[] xattrs, List<SubSpec> specs) {
        long next = FIRST;
        for (Macro macro : Macro.values()) {
            byte[] text;
            do {
                text = text(macro, next++);
            } while (occurs(text, xattrs, specs));
            texts[macro.ordinal()] = text;
        }
    }

    private static byte[] text(Macro macro, long number) {
        String digits = HexFormat.of().toHexDigits(number, macro.digits());
        return NewValue.ascii("\"0x" + digits + "\"");
    }

    private static boolean occurs(byte[] text, byte[] xattrs, List<SubSpec> specs) {
        if (find(xattrs, text, 0) >= 0) {
            return true;
        }
        for (SubSpec spec : specs) {
            if (find(spec.value(), text, 0) >= 0) {
                return true;
            }
        }
        return false;
    }

    byte[] of(Macro macro) {
        return texts[macro.ordinal()];
    }

    /** The text with this in place of every stand-in for a macro. */
    @SuppressWarnings("ReferenceEquality") // It is copied once.
    byte[] replaced(byte[] xattrs, Macro macro, String value) {
        byte[] replaced = xattrs;
        byte[] quoted = NewValue.ascii("\"" + value + "\"");
        for (int at : places(xattrs, macro)) {
            if (replaced == xattrs) {
                replaced = xattrs.clone();
            }
            System.arraycopy(quoted, 0, replaced, at, quoted.length);
        }
        return replaced;
    }

    /** Returns the offsets in a text at which stand-ins for a macro begin. */
    int[] places(byte[] xattrs, Macro macro) {
        byte[] text = of(macro);
        int[] places = {};
        int at = find(xattrs, text, 0);
        while (at >= 0) {
            places = Arrays.copyOf(places, places.length + 1);
            places[places.length - 1] = at;
            at = find(xattrs, text, at + text.length);
        }
        return places;
    }

    private static int find(byte[] in, byte[] what, int from) {
        for (int at = from; at <= in.length - what.length; at++) {
            if (Arrays.equals(in, at, at + what.length, what, 0, what.length)) {
                return at;
            }
        }
        return -1;
    }
}

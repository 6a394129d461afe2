package dev.mayfly.face.cosmos.item;

/** Counts the values of an item that an index holds, for the charge of a write. Hot: one walk over valid text. */
final class IndexedPaths {
    private IndexedPaths() {}

    /** Returns the number of values in this text that are neither objects nor arrays. */
    static int count(byte[] text) {
        int leaves = 0;
        int at = 0;
        while (at < text.length) {
            byte b = text[at];
            if (b == '"') {
                at = stringEnd(text, at);
                leaves++;
            } else if (b == ':') {
                // The string counted before it is a name.
                leaves--;
                at++;
            } else if (b == '-' || (b >= '0' && b <= '9') || b == 't' || b == 'f' || b == 'n') {
                at = wordEnd(text, at);
                leaves++;
            } else {
                at++;
            }
        }
        return leaves;
    }

    private static int stringEnd(byte[] text, int quote) {
        int at = quote + 1;
        while (text[at] != '"') {
            at += text[at] == '\\' ? 2 : 1;
        }
        return at + 1;
    }

    private static int wordEnd(byte[] text, int from) {
        int at = from;
        while (at < text.length && text[at] > ' ' && text[at] != ',' && text[at] != ']' && text[at] != '}') {
            at++;
        }
        return at;
    }
}

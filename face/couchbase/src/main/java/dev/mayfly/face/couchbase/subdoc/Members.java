package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.base.document.JsonText;

/** The members of a container. */
final class Members {
    static final int NO_CONTAINER = -1;

    private Members() {}

    /** Returns the number of members or elements of the value that begins here. */
    static int count(byte[] text, int from) {
        if (text[from] != '{' && text[from] != '[') {
            return NO_CONTAINER;
        }
        boolean object = text[from] == '{';
        int count = 0;
        int at = JsonText.skipSpace(text, from + 1);
        while (text[at] != '}' && text[at] != ']') {
            int value = object ? valueOf(text, at) : at;
            at = next(text, value);
            count++;
        }
        return count;
    }

    /** Returns the start of the value of the member that begins here. */
    private static int valueOf(byte[] text, int member) {
        int colon = JsonText.skipSpace(text, JsonText.stringEnd(text, member));
        return JsonText.skipSpace(text, colon + 1);
    }

    /** Returns the start of the element after this one, or the place of the closing bracket. */
    static int next(byte[] text, int element) {
        // The caller has walked over the whole container already, and found nothing in it too deep.
        int end = JsonText.skipSpace(text, JsonSpans.valueEnd(text, element, 1));
        return text[end] == ',' ? JsonText.skipSpace(text, end + 1) : end;
    }
}

package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.base.document.JsonText;

/** What is inside a container. */
final class Members {
    static final int NO_CONTAINER = -1;

    private Members() {}

    /** How many members or elements the value that begins here has. */
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

    /** Where the value of the member that begins here begins. */
    private static int valueOf(byte[] text, int member) {
        int colon = JsonText.skipSpace(text, JsonText.stringEnd(text, member));
        return JsonText.skipSpace(text, colon + 1);
    }

    /** Where the element after this one begins, or the closing bracket stands. */
    static int next(byte[] text, int element) {
        // Whoever asks has walked over the whole container already, and found nothing in it too deep.
        int end = JsonText.skipSpace(text, JsonSpans.valueEnd(text, element, 1));
        return text[end] == ',' ? JsonText.skipSpace(text, end + 1) : end;
    }
}

package dev.mayfly.face.mongo.language.regex;

/**
 * The settings that verbs at the beginning make for the whole pattern, besides the modes that they switch.
 *
 * @param areGiven whether there are any
 * @param matchLimit limit on the branches taken from one place, 0 for the default
 */
record StartVerbs(boolean areGiven, int matchLimit) {
    private static final String[] WITHOUT_EFFECT = {
        "(*UTF8)",
        "(*UTF)",
        "(*NO_START_OPT)",
        "(*NO_AUTO_POSSESS)",
        "(*NO_DOTSTAR_ANCHOR)",
        "(*NO_JIT)",
        "(*BSR_ANYCRLF)",
        "(*BSR_UNICODE)"
    };

    static StartVerbs read(PatternText in) {
        boolean areGiven = false;
        int limit = 0;
        while (in.looksAt("(*")) {
            int mark = in.position();
            if (in.accept("(*LIMIT_MATCH=")) {
                limit = Math.max(1, limit(in));
            } else if (in.accept("(*LIMIT_RECURSION=") || in.accept("(*LIMIT_DEPTH=") || in.accept("(*LIMIT_HEAP=")) {
                limit(in);
            } else if (!readMode(in)) {
                in.back(mark);
                break;
            }
            areGiven = true;
        }
        return new StartVerbs(areGiven, limit);
    }

    private static int limit(PatternText in) {
        int limit = in.number(10, 9);
        if (limit == PatternText.NONE || !in.accept(')')) {
            throw in.fault("(*VERB) not recognized or malformed");
        }
        return limit;
    }

    private static boolean readMode(PatternText in) {
        for (String verb : WITHOUT_EFFECT) {
            if (in.accept(verb)) {
                return true;
            }
        }
        if (in.accept("(*UCP)")) {
            in.isUnicode = true;
            return true;
        }
        String newlines = in.accept("(*LF)")
                ? "\n"
                : in.accept("(*CR)")
                        ? "\r"
                        : in.accept("(*CRLF)") || in.accept("(*ANYCRLF)")
                                ? "\r\n"
                                : in.accept("(*ANY)") ? "\n\u000b\f\r\u0085\u2028\u2029" : "";
        in.newlines = newlines.isEmpty() ? in.newlines : newlines;
        return !newlines.isEmpty();
    }
}

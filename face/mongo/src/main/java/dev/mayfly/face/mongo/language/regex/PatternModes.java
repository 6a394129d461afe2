package dev.mayfly.face.mongo.language.regex;

/** The modes that a group of a pattern may switch for itself. */
record PatternModes(boolean i, boolean m, boolean s, boolean x, boolean n, boolean ungreedy) {
    static PatternModes of(PatternText in) {
        return new PatternModes(
                in.ignoresCase, in.isMultiline, in.isDotAll, in.isExtended, in.isNamedOnly, in.isUngreedy);
    }

    static void clear(PatternText in) {
        new PatternModes(false, false, false, false, false, in.isUngreedy).restore(in);
    }

    void restore(PatternText in) {
        in.ignoresCase = i;
        in.isMultiline = m;
        in.isDotAll = s;
        in.isExtended = x;
        in.isNamedOnly = n;
        in.isUngreedy = ungreedy;
    }
}

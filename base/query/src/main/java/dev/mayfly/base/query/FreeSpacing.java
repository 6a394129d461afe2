package dev.mayfly.base.query;

/** The option x of regular expressions: patterns laid out with space and comments. */
public final class FreeSpacing {
    private FreeSpacing() {}

    /** The pattern without white space and comments, but for those in brackets or escaped. */
    public static String removed(String pattern) {
        StringBuilder out = new StringBuilder();
        boolean inBrackets = false;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\\' && i + 1 < pattern.length()) {
                out.append(c).append(pattern.charAt(++i));
            } else if (!inBrackets && c == '#') {
                int end = pattern.indexOf('\n', i);
                i = end < 0 ? pattern.length() : end;
            } else if (inBrackets || !Character.isWhitespace(c)) {
                inBrackets = c == '[' || (inBrackets && c != ']');
                out.append(c);
            }
        }
        return out.toString();
    }
}

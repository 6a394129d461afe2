package dev.mayfly.base.document;

/** The layout of JSON text that has been validated (RFC 8259). Hot: no allocation. */
public final class JsonText {
    private JsonText() {}

    public static boolean isSpace(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    public static int skipSpace(byte[] text, int at) {
        int next = at;
        while (next < text.length && isSpace(text[next])) {
            next++;
        }
        return next;
    }

    /** The first position after the value that begins here. Walks nested values by counting, not by calling itself. */
    static int valueEnd(byte[] text, int at) {
        return switch (text[at]) {
            case '"' -> stringEnd(text, at);
            case '{', '[' -> nestedEnd(text, at);
            default -> wordEnd(text, at);
        };
    }

    /** The first position after the closing quote of the string that begins here. */
    public static int stringEnd(byte[] text, int at) {
        int next = at + 1;
        while (text[next] != '"') {
            next += text[next] == '\\' ? 2 : 1;
        }
        return next + 1;
    }

    private static int nestedEnd(byte[] text, int at) {
        int depth = 0;
        int next = at;
        do {
            byte b = text[next];
            if (b == '"') {
                next = stringEnd(text, next);
                continue;
            }
            if (b == '{' || b == '[') {
                depth++;
            } else if (b == '}' || b == ']') {
                depth--;
            }
            next++;
        } while (depth > 0);
        return next;
    }

    /** The end of a number, true, false or null. */
    public static int wordEnd(byte[] text, int at) {
        int next = at;
        while (next < text.length
                && !isSpace(text[next])
                && text[next] != ','
                && text[next] != ']'
                && text[next] != '}') {
            next++;
        }
        return next;
    }

    /** Returns true if the string between these quotes is this name. */
    static boolean saysName(byte[] text, int quote, int end, String name) {
        int length = name.length();
        if (end - quote - 2 < length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            byte b = text[quote + 1 + i];
            char c = name.charAt(i);
            if (b < 0 || b == '\\' || c >= 0x80) {
                return string(text, quote, end).equals(name);
            }
            if (b != c) {
                return false;
            }
        }
        return end - quote - 2 == length;
    }

    /** The text between these quotes, escapes resolved. */
    static String string(byte[] text, int quote, int end) {
        int escape = quote + 1;
        while (escape < end - 1 && text[escape] != '\\') {
            escape++;
        }
        String head = Utf8.string(text, quote + 1, escape);
        return escape == end - 1 ? head : unescape(text, escape, end - 1, new StringBuilder(head));
    }

    private static String unescape(byte[] text, int from, int until, StringBuilder out) {
        int at = from;
        while (at < until) {
            if (text[at] == '\\') {
                out.append(escaped(text, at + 1));
                at += text[at + 1] == 'u' ? 6 : 2;
            } else {
                int plain = at;
                while (at < until && text[at] != '\\') {
                    at++;
                }
                out.append(Utf8.string(text, plain, at));
            }
        }
        return out.toString();
    }

    private static char escaped(byte[] text, int at) {
        return switch (text[at]) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> (char) hex(text, at + 1);
            default -> (char) text[at];
        };
    }

    private static int hex(byte[] text, int at) {
        int code = 0;
        for (int i = 0; i < 4; i++) {
            code = code << 4 | Character.digit(text[at + i], 16);
        }
        return code;
    }
}

package dev.mayfly.base.script;

import java.util.ArrayList;
import java.util.List;

/** Reads what the kernel says of something that was thrown: an array of two texts in JSON. */
final class ThrownText {
    private static final int HEX = 16;
    private static final int UNIT_DIGITS = 4;

    private final String json;
    private int at;

    private ThrownText(String json) {
        this.json = json;
    }

    static ScriptException read(String json) {
        List<String> texts = new ThrownText(json).texts();
        if (texts.size() != 2) {
            return new ScriptException(ScriptException.Kind.PROTOCOL, "a failure that cannot be read");
        }
        return new ScriptException(
                ScriptException.Kind.THROWN, texts.getFirst(), ScriptException.ownStack(texts.getLast()));
    }

    private List<String> texts() {
        List<String> texts = new ArrayList<>();
        while (at < json.length()) {
            if (json.charAt(at++) == '"') {
                texts.add(text());
            }
        }
        return texts;
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        while (at < json.length()) {
            char c = json.charAt(at++);
            if (c == '"') {
                break;
            }
            text.append(c == '\\' && at < json.length() ? escaped() : c);
        }
        return text.toString();
    }

    private char escaped() {
        char c = json.charAt(at++);
        return switch (c) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'u' -> unit();
            default -> c;
        };
    }

    private char unit() {
        int end = Math.min(json.length(), at + UNIT_DIGITS);
        char unit = (char) Integer.parseInt(json.substring(at, end), HEX);
        at = end;
        return unit;
    }
}

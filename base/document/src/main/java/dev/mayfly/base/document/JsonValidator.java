package dev.mayfly.base.document;

import dev.mayfly.base.document.MalformedDocumentException.Fault;
import java.util.BitSet;

/**
 * Decides whether bytes from outside are one well-formed JSON text in UTF-8 (RFC 8259).
 *
 * <p>Keeps its own stack, so that no input can exhaust the thread's, and bounds the numbers, so that no number can cost
 * more than its text.
 */
public final class JsonValidator {
    public static final int DEPTH_MAX = 100;
    public static final int NUMBER_DIGITS_MAX = 1_000;
    public static final int EXPONENT_MAX = 10_000;

    private final byte[] text;
    private final int until;
    private final int depthMax;
    private final BitSet objects = new BitSet();
    private int depth;
    private int at;

    private JsonValidator(byte[] text, int from, int until, int depthMax) {
        this.text = text;
        this.at = from;
        this.until = until;
        this.depthMax = depthMax;
    }

    /**
     * Returns when the span is exactly one JSON value, white space around it allowed.
     *
     * @throws MalformedDocumentException when it is not
     */
    public static void validate(byte[] bytes, int offset, int length, int depthMax) {
        if (offset < 0 || length < 0 || (long) offset + length > bytes.length) {
            throw new MalformedDocumentException(Fault.LENGTH, offset);
        }
        new JsonValidator(bytes, offset, offset + length, depthMax).run();
    }

    private void run() {
        do {
            boolean opened = value();
            if (!opened) {
                closeFinished();
            }
        } while (depth > 0);
        space();
        if (at != until) {
            throw fault(Fault.TRAILING_BYTES);
        }
    }

    /** Reads a value; true when it opened an object or array that has a first item, which is to be read next. */
    private boolean value() {
        space();
        switch (peek()) {
            case '{' -> {
                open(true);
                return !closed('}') && memberName();
            }
            case '[' -> {
                open(false);
                return !closed(']');
            }
            case '"' -> string();
            case 't' -> word("true");
            case 'f' -> word("false");
            case 'n' -> word("null");
            default -> number();
        }
        return false;
    }

    /** After a value: closes what ends here, up to a comma, behind which the next value is to be read. */
    private void closeFinished() {
        while (depth > 0) {
            space();
            boolean object = objects.get(depth - 1);
            if (peek() == ',') {
                at++;
                if (object) {
                    memberName();
                }
                return;
            }
            expect(object ? '}' : ']');
            depth--;
        }
    }

    private void open(boolean object) {
        if (depth == depthMax) {
            throw fault(Fault.TOO_DEEP);
        }
        at++;
        objects.set(depth++, object);
    }

    private boolean closed(char bracket) {
        space();
        if (peek() != bracket) {
            return false;
        }
        at++;
        depth--;
        return true;
    }

    private boolean memberName() {
        space();
        string();
        space();
        expect(':');
        return true;
    }

    private void string() {
        expect('"');
        while (peek() != '"') {
            int b = text[at];
            if (b == '\\') {
                escape();
            } else if (b >= 0 && b < ' ') {
                throw fault(Fault.BAD_SYNTAX);
            } else {
                int step = b >= 0 ? 1 : Utf8.sequenceLength(text, at, until);
                if (step == 0) {
                    throw fault(Fault.BAD_UTF8);
                }
                at += step;
            }
        }
        at++;
    }

    private void escape() {
        at++;
        switch (peek()) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> at++;
            case 'u' -> {
                at++;
                for (int i = 0; i < 4; i++) {
                    if (Character.digit(peek(), 16) < 0) {
                        throw fault(Fault.BAD_SYNTAX);
                    }
                    at++;
                }
            }
            default -> throw fault(Fault.BAD_SYNTAX);
        }
    }

    private void number() {
        int from = at;
        if (peek() == '-') {
            at++;
        }
        if (peek() == '0') {
            at++;
        } else {
            digits();
        }
        if (at < until && text[at] == '.') {
            at++;
            digits();
        }
        if (at - from > NUMBER_DIGITS_MAX) {
            throw fault(Fault.NUMBER_TOO_LONG);
        }
        if (at < until && (text[at] == 'e' || text[at] == 'E')) {
            exponent();
        }
    }

    private void exponent() {
        at++;
        if (peek() == '+' || text[at] == '-') {
            at++;
        }
        int from = at;
        digits();
        long value = 0;
        for (int i = from; i < at; i++) {
            value = value * 10 + text[i] - '0';
            if (value > EXPONENT_MAX) {
                throw fault(Fault.NUMBER_TOO_LONG);
            }
        }
    }

    private void digits() {
        int from = at;
        while (at < until && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        if (at == from) {
            throw fault(Fault.BAD_SYNTAX);
        }
    }

    private void word(String word) {
        for (int i = 0; i < word.length(); i++) {
            expect(word.charAt(i));
        }
    }

    private void expect(char c) {
        if (peek() != c) {
            throw fault(Fault.BAD_SYNTAX);
        }
        at++;
    }

    private int peek() {
        if (at >= until) {
            throw fault(Fault.UNTERMINATED);
        }
        return text[at];
    }

    private void space() {
        while (at < until && JsonText.isSpace(text[at])) {
            at++;
        }
    }

    private MalformedDocumentException fault(Fault fault) {
        return new MalformedDocumentException(fault, at);
    }
}

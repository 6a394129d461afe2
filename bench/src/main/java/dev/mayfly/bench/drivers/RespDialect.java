package dev.mayfly.bench.drivers;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.mayfly.bench.drivers.KvWork.Kind;
import java.nio.ByteBuffer;

/** The protocol of Redis. */
final class RespDialect implements Dialect {
    private static final byte[] GET = bytes("*2\r\n$3\r\nGET\r\n$12\r\n");
    private static final byte[] SET = bytes("*3\r\n$3\r\nSET\r\n$12\r\n");
    private static final byte[] SET_WITH_EXPIRY = bytes("*5\r\n$3\r\nSET\r\n$12\r\n");
    private static final byte[] GETEX = bytes("*4\r\n$5\r\nGETEX\r\n$12\r\n");
    private static final byte[] LENGTH = bytes("\r\n$" + Pairs.value().length + "\r\n");
    private static final byte[] EXPIRY = bytes("\r\n$2\r\nEX\r\n$4\r\n" + Pairs.EXPIRY_SECONDS);
    private static final byte[] END = bytes("\r\n");

    private final byte[] key = new byte[Pairs.KEY_BYTES];
    private final byte[] value = Pairs.value();

    private static byte[] bytes(String text) {
        return text.getBytes(US_ASCII);
    }

    @Override
    public void ask(ByteBuffer out, Kind kind, int number) {
        Pairs.key(number, key);
        switch (kind) {
            case GET -> out.put(GET).put(key);
            case SET -> out.put(SET).put(key).put(LENGTH).put(value);
            case TOUCH -> out.put(GETEX).put(key).put(EXPIRY);
            case SET_WITH_EXPIRY, SET_NEW_WITH_EXPIRY ->
                out.put(SET_WITH_EXPIRY).put(key).put(LENGTH).put(value).put(EXPIRY);
        }
        out.put(END);
    }

    /** Appends a write of the value that expires at this instant since the epoch, which has 13 digits for long. */
    void setUntil(ByteBuffer out, int number, long millis) {
        Pairs.key(number, key);
        out.put(SET_WITH_EXPIRY).put(key).put(LENGTH).put(value).put(bytes("\r\n$4\r\nPXAT\r\n$13\r\n" + millis));
        out.put(END);
    }

    /** An answer is {@code +OK}, or {@code $200}, the value and the end of a line. */
    @Override
    public boolean skipAnswer(ByteBuffer in, Kind kind) {
        int start = in.position();
        int end = endOfLine(in, start);
        if (end < 0) {
            return false;
        }
        boolean isValue = kind.isAnsweredByValue();
        if (in.get(start) != (isValue ? '$' : '+') || in.get(start + 1) == '-') {
            throw new IllegalStateException("answered with " + (char) in.get(start));
        }
        int after = isValue ? end + value.length + END.length : end;
        if (after > in.limit()) {
            return false;
        }
        in.position(after);
        return true;
    }

    private static int endOfLine(ByteBuffer in, int from) {
        for (int at = from; at < in.limit(); at++) {
            if (in.get(at) == '\n') {
                return at + 1;
            }
        }
        return -1;
    }
}

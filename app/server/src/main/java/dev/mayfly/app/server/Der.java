package dev.mayfly.app.server;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Values of ASN.1 in the distinguished encoding rules (ITU-T X.690), as far as a certificate has them. */
final class Der {
    private static final int BOOLEAN = 0x01;
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OCTET_STRING = 0x04;
    private static final int OBJECT_IDENTIFIER = 0x06;
    private static final int UTF8_STRING = 0x0C;
    private static final int UTC_TIME = 0x17;
    private static final int GENERALIZED_TIME = 0x18;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int CONTEXT = 0x80;
    private static final int CONSTRUCTED = 0x20;

    /** From here on the two digits of a UTC time mean the century before (RFC 5280, 4.1.2.5). */
    private static final int UTC_YEARS_END = 2050;

    private Der() {}

    private static byte[] tagged(int tag, byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(length + 4);
        out.write(tag);
        if (length < 0x80) {
            out.write(length);
        } else if (length < 0x100) {
            out.write(0x81);
            out.write(length);
        } else {
            out.write(0x82);
            out.write(length >>> 8);
            out.write(length);
        }
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    static byte[] sequence(byte[]... parts) {
        return tagged(SEQUENCE, parts);
    }

    static byte[] set(byte[]... parts) {
        return tagged(SET, parts);
    }

    /** A value behind a number of its context. */
    static byte[] explicit(int number, byte[] value) {
        return tagged(CONTEXT | CONSTRUCTED | number, value);
    }

    /** The content of a value whose type is told by a number of its context. */
    static byte[] implicit(int number, byte[] content) {
        return tagged(CONTEXT | number, content);
    }

    static byte[] truth() {
        return tagged(BOOLEAN, new byte[] {(byte) 0xFF});
    }

    static byte[] integer(BigInteger value) {
        return tagged(INTEGER, value.toByteArray());
    }

    /** Whole bytes as bits. */
    static byte[] bits(byte[] value) {
        return tagged(BIT_STRING, new byte[1], value);
    }

    static byte[] octets(byte[] value) {
        return tagged(OCTET_STRING, value);
    }

    static byte[] text(String value) {
        return tagged(UTF8_STRING, value.getBytes(StandardCharsets.UTF_8));
    }

    /** Such as {@code 2.5.29.17}. */
    static byte[] identifier(String dotted) {
        String[] arcs = dotted.split("\\.", -1);
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.write(Integer.parseInt(arcs[0]) * 40 + Integer.parseInt(arcs[1]));
        for (int at = 2; at < arcs.length; at++) {
            int arc = Integer.parseInt(arcs[at]);
            for (int shift = 28; shift > 0; shift -= 7) {
                if (arc >>> shift != 0) {
                    content.write(0x80 | (arc >>> shift & 0x7F));
                }
            }
            content.write(arc & 0x7F);
        }
        return tagged(OBJECT_IDENTIFIER, content.toByteArray());
    }

    static byte[] time(Instant instant) {
        ZonedDateTime utc = instant.atZone(ZoneOffset.UTC);
        boolean isShort = utc.getYear() < UTC_YEARS_END;
        String pattern = isShort ? "yyMMddHHmmss'Z'" : "yyyyMMddHHmmss'Z'";
        String digits = DateTimeFormatter.ofPattern(pattern, Locale.ROOT).format(utc);
        return tagged(isShort ? UTC_TIME : GENERALIZED_TIME, digits.getBytes(StandardCharsets.US_ASCII));
    }
}

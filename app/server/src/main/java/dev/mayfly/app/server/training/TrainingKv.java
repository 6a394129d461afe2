package dev.mayfly.app.server.training;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;

/** A client of a couchbase face for keys and values, in its binary protocol. Confined to one thread. */
final class TrainingKv implements AutoCloseable {
    private static final byte REQUEST = (byte) 0x80;
    private static final byte GET = 0x00;
    private static final byte SET = 0x01;
    private static final byte TOUCH = 0x1c;
    private static final byte SASL_AUTH = 0x21;
    private static final byte SELECT_BUCKET = (byte) 0x89;
    private static final int HEADER_BYTES = 24;
    private static final int EXPIRY_SECONDS = 60;

    private final Socket socket;
    private final DataInputStream in;

    TrainingKv(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    }

    /** Logs in and selects a bucket; returns how many of the two were refused. */
    int prepare() throws IOException {
        return ask(SASL_AUTH, new byte[0], "PLAIN", "\0Administrator\0password")
                + ask(SELECT_BUCKET, new byte[0], "default", "");
    }

    /** Writes a document, reads it and touches it; returns how many of these failed. */
    int run(int number) throws IOException {
        String key = "training-" + number;
        byte[] flagsAndExpiry =
                ByteBuffer.allocate(8).putInt(0).putInt(EXPIRY_SECONDS).array();
        byte[] expiry = ByteBuffer.allocate(4).putInt(EXPIRY_SECONDS).array();
        return ask(SET, flagsAndExpiry, key, "{\"name\":\"Ada\"}")
                + ask(GET, new byte[0], key, "")
                + ask(TOUCH, expiry, key, "");
    }

    private int ask(byte opcode, byte[] extras, String key, String value) throws IOException {
        byte[] keyBytes = key.getBytes(UTF_8);
        byte[] valueBytes = value.getBytes(UTF_8);
        int body = extras.length + keyBytes.length + valueBytes.length;
        ByteBuffer frame = ByteBuffer.allocate(HEADER_BYTES + body)
                .put(REQUEST)
                .put(opcode)
                .putShort((short) keyBytes.length)
                .put((byte) extras.length)
                .put((byte) 0)
                .putShort((short) 0)
                .putInt(body)
                .putInt(0)
                .putLong(0)
                .put(extras)
                .put(keyBytes)
                .put(valueBytes);
        socket.getOutputStream().write(frame.array());
        in.skipNBytes(6);
        int status = in.readUnsignedShort();
        int length = in.readInt();
        in.skipNBytes(12L + length);
        return status == 0 ? 0 : 1;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

package dev.mayfly.app.cassandra;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** The first exchange of the native protocol: a client asks for the options, and a node that is ready lists them. */
final class OptionsExchange {
    private static final int TIMEOUT_MILLIS = 2_000;

    /** Version 4, no flags, stream 0, opcode OPTIONS, no body. */
    private static final byte[] OPTIONS = {4, 0, 0, 0, 5, 0, 0, 0, 0};

    private static final int HEADER_BYTES = 9;
    private static final int OPCODE_AT = 4;
    private static final int SUPPORTED = 6;

    private OptionsExchange() {}

    static boolean isAnswered(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.connect(address, TIMEOUT_MILLIS);
            socket.getOutputStream().write(OPTIONS);
            byte[] header = new byte[HEADER_BYTES];
            new DataInputStream(socket.getInputStream()).readFully(header);
            return header[OPCODE_AT] == SUPPORTED;
        } catch (IOException _) {
            return false;
        }
    }
}

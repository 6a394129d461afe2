package dev.mayfly.face.transport;

import dev.mayfly.face.transport.connection.Addresses;
import java.io.IOException;
import java.net.InetSocketAddress;

/** An address and port that could not be listened on. The message names both and the reason. */
public final class BindFailedException extends IOException {
    private static final long serialVersionUID = 1L;

    BindFailedException(InetSocketAddress address, Throwable cause) {
        super("cannot listen on " + Addresses.text(address) + ": " + words(String.valueOf(cause.getMessage())), cause);
    }

    /** Without the call and its number, which only the native transport tells. */
    private static String words(String reason) {
        int call = reason.indexOf("): ");
        String words = reason.startsWith("bind(") && call > 0 ? reason.substring(call + "): ".length()) : reason;
        return words.equals("Address already in use") ? "somebody listens there already" : words;
    }
}

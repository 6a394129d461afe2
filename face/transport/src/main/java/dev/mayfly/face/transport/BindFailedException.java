package dev.mayfly.face.transport;

import java.io.IOException;
import java.net.InetSocketAddress;

/** An address and port that could not be listened on. The message names both and the reason. */
public final class BindFailedException extends IOException {
    private static final long serialVersionUID = 1L;

    BindFailedException(InetSocketAddress address, Throwable cause) {
        super("cannot listen on " + Addresses.text(address) + ": " + cause.getMessage(), cause);
    }
}

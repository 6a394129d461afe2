package dev.mayfly.face.couchbase;

import com.ongres.scram.common.ScramFunctions;
import com.ongres.scram.common.ScramMechanism;
import com.ongres.scram.common.StringPreparation;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A client of the key-value port that sends what it is told to, byte by byte. */
public final class KvPeer implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 20_000;

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;
    private int opaques;

    public KvPeer(int port) throws IOException {
        this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.setTcpNoDelay(true);
        this.in = new DataInputStream(socket.getInputStream());
        this.out = socket.getOutputStream();
    }

    public void send(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    public KvAnswer ask(KvFrame frame) throws IOException {
        send(frame.opaque(++opaques).bytes());
        return receive();
    }

    public KvAnswer receive() throws IOException {
        byte[] header = in.readNBytes(24);
        if (header.length < 24) {
            throw new EOFException("closed");
        }
        ByteBuffer fields = ByteBuffer.wrap(header);
        int magic = header[0] & 0xff;
        boolean isFlexible = magic == 0x18;
        int framing = isFlexible ? header[2] & 0xff : 0;
        int key = isFlexible ? header[3] & 0xff : fields.getShort(2) & 0xffff;
        int extras = header[4] & 0xff;
        ByteBuffer body = ByteBuffer.wrap(in.readNBytes(fields.getInt(8)));
        body.position(framing);
        byte[] extrasBytes = take(body, extras);
        byte[] keyBytes = take(body, key);
        return new KvAnswer(
                magic,
                header[1] & 0xff,
                fields.getShort(6) & 0xffff,
                header[5] & 0xff,
                fields.getInt(12),
                fields.getLong(16),
                extrasBytes,
                keyBytes,
                take(body, body.remaining()));
    }

    private static byte[] take(ByteBuffer from, int length) {
        byte[] bytes = new byte[length];
        from.get(bytes);
        return bytes;
    }

    /** Says that nothing more will come. */
    public void endInput() throws IOException {
        socket.shutdownOutput();
    }

    /** Returns true if the server has closed, whatever it said before. */
    public boolean isClosedByServer() throws IOException {
        try {
            while (in.read() >= 0) {
                // These answers were still on their way.
            }
            return true;
        } catch (SocketException _) {
            return true;
        }
    }

    public KvAnswer hello(int... features) throws IOException {
        ByteBuffer list = ByteBuffer.allocate(2 * features.length);
        for (int feature : features) {
            list.putShort((short) feature);
        }
        return ask(KvFrame.of(0x1f).key("test").value(list.array()));
    }

    /** With the password itself. */
    public KvAnswer login(CouchbaseUser user) throws IOException {
        return ask(KvFrame.of(0x21).key("PLAIN").value("\0" + user.name() + "\0" + user.password()));
    }

    /** Without it, by this nonce; the answer to the last step. */
    public KvAnswer scram(ScramMechanism mechanism, String user, String password, String nonce) throws IOException {
        String name = mechanism.getName().replace("SHA-", "SHA");
        String bare = "n=" + user + ",r=" + nonce;
        KvAnswer first = ask(KvFrame.of(0x21).key(name).value("n,," + bare)).require(0x21);
        String[] parts = first.text().split(",", 3);
        byte[] salt = Base64.getDecoder().decode(parts[1].substring(2));
        byte[] salted = ScramFunctions.saltedPassword(
                mechanism,
                StringPreparation.NO_PREPARATION,
                password.toCharArray(),
                salt,
                Integer.parseInt(parts[2].substring(2)));
        String last = "c=biws," + parts[0];
        byte[] clientKey = ScramFunctions.clientKey(mechanism, salted);
        byte[] signature = ScramFunctions.clientSignature(
                mechanism, ScramFunctions.storedKey(mechanism, clientKey), bare + "," + first.text() + "," + last);
        byte[] proof = ScramFunctions.clientProof(clientKey, signature);
        String message = last + ",p=" + Base64.getEncoder().encodeToString(proof);
        return ask(KvFrame.of(0x22).key(name).value(message.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

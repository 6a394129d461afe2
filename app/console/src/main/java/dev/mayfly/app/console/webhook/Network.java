package dev.mayfly.app.console.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A range of addresses that begin with the same bits.
 *
 * @param prefix a literal address
 * @param bits the number of its bits that count
 */
record Network(byte[] prefix, int bits) {
    private static final Pattern LITERAL =
            Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[?[0-9a-fA-F:.]*:[0-9a-fA-F:.]*]?");

    /** Returns true if the text is a literal address, or one followed by a prefix length. */
    static boolean isOne(String text) {
        int slash = text.indexOf('/');
        return LITERAL.matcher(slash < 0 ? text : text.substring(0, slash)).matches();
    }

    static Network of(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        try {
            byte[] prefix = InetAddress.getByName(address).getAddress();
            int bits = slash < 0 ? prefix.length * Byte.SIZE : Integer.parseInt(text.substring(slash + 1));
            if (bits >= 0 && bits <= prefix.length * Byte.SIZE) {
                return new Network(prefix, bits);
            }
        } catch (UnknownHostException | NumberFormatException _) {
            // Said below.
        }
        throw new IllegalArgumentException("\"" + text + "\" is no network such as 10.0.0.0/8");
    }

    boolean contains(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (bytes.length != prefix.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >>> (bit % Byte.SIZE);
            if ((bytes[bit / Byte.SIZE] & mask) != (prefix[bit / Byte.SIZE] & mask)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Network network && bits == network.bits && Arrays.equals(prefix, network.prefix);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(prefix) + bits;
    }
}

package dev.mayfly.face.couchbase.language.function;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The digest of RFC 1320, which no Java has: for comparison with digests made long ago, for nothing else. */
final class Md4 {
    private static final int BLOCK = 64;
    private static final int[] ROUND_1 = {3, 7, 11, 19};
    private static final int[] ROUND_2 = {3, 5, 9, 13};
    private static final int[] ROUND_3 = {3, 9, 11, 15};
    private static final int[] ORDER_3 = {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15};
    private static final int SQUARE_ROOT_OF_2 = 0x5a827999;
    private static final int SQUARE_ROOT_OF_3 = 0x6ed9eba1;

    private Md4() {}

    static byte[] digest(byte[] message) {
        int padded = (message.length + 8) / BLOCK * BLOCK + BLOCK;
        ByteBuffer in = ByteBuffer.allocate(padded).order(ByteOrder.LITTLE_ENDIAN);
        in.put(message)
                .put((byte) 0x80)
                .putLong(padded - 8, 8L * message.length)
                .rewind();
        int[] state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
        int[] words = new int[16];
        while (in.hasRemaining()) {
            for (int i = 0; i < words.length; i++) {
                words[i] = in.getInt();
            }
            mix(state, words);
        }
        ByteBuffer out = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        for (int word : state) {
            out.putInt(word);
        }
        return out.array();
    }

    private static void mix(int[] state, int[] words) {
        int[] s = state.clone();
        for (int i = 0; i < 48; i++) {
            int a = -i & 3;
            int b = s[a + 1 & 3];
            int c = s[a + 2 & 3];
            int d = s[a + 3 & 3];
            int step = i & 15;
            int sum = s[a]
                    + switch (i >> 4) {
                        case 0 -> (b & c | ~b & d) + words[step];
                        case 1 -> (b & c | b & d | c & d) + words[(step & 3) << 2 | step >> 2] + SQUARE_ROOT_OF_2;
                        default -> (b ^ c ^ d) + words[ORDER_3[step]] + SQUARE_ROOT_OF_3;
                    };
            s[a] = Integer.rotateLeft(sum, turns(i >> 4)[i & 3]);
        }
        for (int i = 0; i < state.length; i++) {
            state[i] += s[i];
        }
    }

    private static int[] turns(int round) {
        return switch (round) {
            case 0 -> ROUND_1;
            case 1 -> ROUND_2;
            default -> ROUND_3;
        };
    }
}

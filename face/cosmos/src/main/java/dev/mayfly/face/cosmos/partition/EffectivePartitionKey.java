package dev.mayfly.face.cosmos.partition;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * The position of a partition between {@code ""} and {@code FF}, in hexadecimal digits. The SDKs compute the same, so
 * it is exact to the bit.
 */
public enum EffectivePartitionKey {
    /*
     * Every component is a type byte and a value. Hashed, a text ends with 00 (V1) or FF, and a number is its IEEE bits,
     * little endian. V1 hashes to a number, behind which the components follow themselves in a binary form that sorts as
     * they do: numbers in groups of seven bits, texts shifted by one and cut.
     */
    /** Kind Hash, version 1. */
    V1 {
        @Override
        public String of(PartitionKey key) {
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            writeSorted(whole, new PartitionKey.Component.Numeral(hash1(key.components())));
            key.components().forEach(component -> writeSorted(whole, cut(component)));
            return HEX.formatHex(whole.toByteArray());
        }

        @Override
        int share(PartitionKey.Component first, int shards) {
            return (int) (hash1(List.of(first)) * shards >>> Integer.SIZE);
        }

        @Override
        public String firstOf(int shard, int shards) {
            ByteArrayOutputStream first = new ByteArrayOutputStream();
            long hash = Math.ceilDiv((long) shard << Integer.SIZE, shards);
            writeSorted(first, new PartitionKey.Component.Numeral(hash));
            return HEX.formatHex(first.toByteArray());
        }
    },

    /** Kind Hash, version 2. */
    V2 {
        @Override
        public String of(PartitionKey key) {
            return hash2(key.components().toArray(PartitionKey.Component[]::new));
        }
    },

    /** Kind MultiHash: the components hashed one by one, so that a key that begins another's is a range around it. */
    MULTI_HASH {
        @Override
        public String of(PartitionKey key) {
            StringBuilder whole = new StringBuilder();
            for (PartitionKey.Component component : key.components()) {
                whole.append(hash2(component));
            }
            return whole.toString();
        }
    },

    /** Kind Range: the components as they sort. They are not spread evenly, so such a container has one shard. */
    RANGE {
        @Override
        public String of(PartitionKey key) {
            ByteArrayOutputStream sorted = new ByteArrayOutputStream();
            key.components().forEach(component -> writeSorted(sorted, component));
            return HEX.formatHex(sorted.toByteArray());
        }
    };

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    /** The number of characters of a text that V1 hashes, and of its bytes that it keeps. */
    private static final int TEXT_MAX = 100;

    /** The bits of the first four bytes of a position that are not always 0. */
    private static final int POSITION_BITS = 30;

    public abstract String of(PartitionKey key);

    /**
     * Returns the shard of all partitions whose keys begin with this component. The positions of one shard's partitions are one
     * span, and the spans have the order of the shards.
     */
    public final int shardOf(PartitionKey.Component first, int shards) {
        // Zero and minus zero name one partition, and have different hashes.
        boolean isZero = first instanceof PartitionKey.Component.Numeral number && number.value() == 0;
        return shards == 1 ? 0 : share(isZero ? new PartitionKey.Component.Numeral(0) : first, shards);
    }

    int share(PartitionKey.Component first, int shards) {
        byte[] position = position(first);
        long share = 0;
        for (int index = 0; index < Integer.BYTES; index++) {
            share = share << Byte.SIZE | position[index] & 0xff;
        }
        return (int) (share * shards >>> POSITION_BITS);
    }

    /** Returns the first position of a shard after the first, or the beginning of it; see {@link #shardOf}. */
    public String firstOf(int shard, int shards) {
        return HEX.toHexDigits((int) Math.ceilDiv((long) shard << POSITION_BITS, shards));
    }

    private static long hash1(List<PartitionKey.Component> components) {
        ByteArrayOutputStream hashed = new ByteArrayOutputStream();
        components.forEach(component -> writeForHash(hashed, cut(component), 0x00));
        return Integer.toUnsignedLong(Murmur3.hash32(hashed.toByteArray()));
    }

    private static String hash2(PartitionKey.Component... components) {
        return HEX.formatHex(position(components));
    }

    private static byte[] position(PartitionKey.Component... components) {
        ByteArrayOutputStream hashed = new ByteArrayOutputStream();
        for (PartitionKey.Component component : components) {
            writeForHash(hashed, component, 0xFF);
        }
        byte[] hash = Murmur3.hash128(hashed.toByteArray());
        byte[] reversed = new byte[hash.length];
        for (int index = 0; index < hash.length; index++) {
            reversed[index] = hash[hash.length - 1 - index];
        }
        // Keeps every result below FF.
        reversed[0] &= 0x3F;
        return reversed;
    }

    private static PartitionKey.Component cut(PartitionKey.Component component) {
        return component instanceof PartitionKey.Component.Text text
                        && text.value().length() > TEXT_MAX
                ? new PartitionKey.Component.Text(text.value().substring(0, TEXT_MAX))
                : component;
    }

    private static int type(PartitionKey.Component component) {
        return switch (component) {
            case PartitionKey.Component.Undefined _ -> 0;
            case PartitionKey.Component.Null _ -> 1;
            case PartitionKey.Component.Truth truth -> truth.value() ? 3 : 2;
            case PartitionKey.Component.Numeral _ -> 5;
            case PartitionKey.Component.Text _ -> 8;
        };
    }

    private static void writeForHash(ByteArrayOutputStream out, PartitionKey.Component component, int end) {
        out.write(type(component));
        if (component instanceof PartitionKey.Component.Numeral number) {
            out.writeBytes(Murmur3.littleEndian(Double.doubleToRawLongBits(number.value())));
        } else if (component instanceof PartitionKey.Component.Text text) {
            out.writeBytes(text.value().getBytes(StandardCharsets.UTF_8));
            out.write(end);
        }
    }

    static void writeSorted(ByteArrayOutputStream out, PartitionKey.Component component) {
        out.write(type(component));
        if (component instanceof PartitionKey.Component.Numeral number) {
            writeSorted(out, number.value());
        } else if (component instanceof PartitionKey.Component.Text text) {
            writeSorted(out, text.value().getBytes(StandardCharsets.UTF_8));
        }
    }

    /** The first eight bits, then seven to a byte; the lowest bit says that more follow. */
    private static void writeSorted(ByteArrayOutputStream out, double value) {
        long bits = Double.doubleToRawLongBits(value);
        long ordered = bits < 0 ? ~bits + 1 : bits ^ Long.MIN_VALUE;
        out.write((int) (ordered >>> 56));
        long rest = ordered << 8;
        int group = 0;
        boolean isFirst = true;
        do {
            if (!isFirst) {
                out.write(group);
            }
            isFirst = false;
            group = (int) (rest >>> 56) | 1;
            rest <<= 7;
        } while (rest != 0);
        out.write(group & 0xFE);
    }

    private static void writeSorted(ByteArrayOutputStream out, byte[] text) {
        boolean isWhole = text.length <= TEXT_MAX;
        for (byte b : isWhole ? text : Arrays.copyOf(text, TEXT_MAX + 1)) {
            out.write((b & 0xFF) < 0xFF ? b + 1 : b);
        }
        if (isWhole) {
            out.write(0);
        }
    }
}

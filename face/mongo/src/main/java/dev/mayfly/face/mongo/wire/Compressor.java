package dev.mayfly.face.mongo.wire;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import dev.mayfly.face.transport.connection.FrameRefusedException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;
import org.xerial.snappy.Snappy;

/** The ways in which messages are packed, with their ids on the wire. */
public enum Compressor {
    /*
     * Unpacking fills an array of exactly the size that the sender claimed, which was checked against the limits first,
     * and then insists that the claim was true. So no byte can come out that was not packed, and no claim costs memory
     * that its own length does not pay for.
     */
    NONE(0) {
        @Override
        void unpack(byte[] from, int offset, int length, byte[] into) {
            if (length != into.length) {
                throw lied();
            }
            System.arraycopy(from, offset, into, 0, length);
        }

        @Override
        byte[] pack(byte[] bytes, int offset, int length) {
            return Arrays.copyOfRange(bytes, offset, offset + length);
        }
    },
    SNAPPY(1) {
        @Override
        void unpack(byte[] from, int offset, int length, byte[] into) {
            try {
                if (Snappy.uncompressedLength(from, offset, length) != into.length
                        || Snappy.uncompress(from, offset, length, into, 0) != into.length) {
                    throw lied();
                }
            } catch (IOException e) {
                throw damaged();
            }
        }

        @Override
        byte[] pack(byte[] bytes, int offset, int length) {
            byte[] packed = new byte[Snappy.maxCompressedLength(length)];
            try {
                return Arrays.copyOf(packed, Snappy.compress(bytes, offset, length, packed, 0));
            } catch (IOException e) {
                throw new IllegalStateException("snappy refuses what it should take", e);
            }
        }
    },
    ZLIB(2) {
        @Override
        void unpack(byte[] from, int offset, int length, byte[] into) {
            try (Inflater inflater = new Inflater()) {
                inflater.setInput(from, offset, length);
                int filled = 0;
                while (filled < into.length && !inflater.finished()) {
                    int count = inflater.inflate(into, filled, into.length - filled);
                    if (count == 0 && !inflater.finished()) {
                        throw damaged();
                    }
                    filled += count;
                }
                if (filled != into.length || !endsHere(inflater)) {
                    throw lied();
                }
            } catch (DataFormatException e) {
                throw damaged();
            }
        }

        private static boolean endsHere(Inflater inflater) throws DataFormatException {
            boolean hasMore = !inflater.finished() && inflater.inflate(new byte[1]) > 0;
            return !hasMore && inflater.finished() && inflater.getRemaining() == 0;
        }

        @Override
        byte[] pack(byte[] bytes, int offset, int length) {
            try (Deflater deflater = new Deflater()) {
                deflater.setInput(bytes, offset, length);
                deflater.finish();
                byte[] packed = new byte[length / 2 + 64];
                int filled = 0;
                while (!deflater.finished()) {
                    if (filled == packed.length) {
                        packed = Arrays.copyOf(packed, packed.length * 2);
                    }
                    filled += deflater.deflate(packed, filled, packed.length - filled);
                }
                return Arrays.copyOf(packed, filled);
            }
        }
    },
    ZSTD(3) {
        @Override
        void unpack(byte[] from, int offset, int length, byte[] into) {
            long size;
            try {
                size = Zstd.decompressByteArray(into, 0, into.length, from, offset, length);
            } catch (ZstdException _) {
                throw damaged();
            }
            if (size != into.length) {
                throw lied();
            }
        }

        @Override
        byte[] pack(byte[] bytes, int offset, int length) {
            byte[] packed = new byte[(int) Zstd.compressBound(length)];
            long size = Zstd.compressByteArray(
                    packed, 0, packed.length, bytes, offset, length, Zstd.defaultCompressionLevel());
            return Arrays.copyOf(packed, (int) size);
        }
    };

    private final int id;

    Compressor(int id) {
        this.id = id;
    }

    int id() {
        return id;
    }

    /** As clients and servers name it when they agree on one. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    static @Nullable Compressor of(int id) {
        for (Compressor compressor : values()) {
            if (compressor.id == id) {
                return compressor;
            }
        }
        return null;
    }

    /** @throws FrameRefusedException if the packed bytes are not worth exactly the array */
    abstract void unpack(byte[] from, int offset, int length, byte[] into);

    abstract byte[] pack(byte[] bytes, int offset, int length);

    private static FrameRefusedException lied() {
        return new FrameRefusedException("the unpacked size is not the one that was claimed");
    }

    private static FrameRefusedException damaged() {
        return new FrameRefusedException("the message cannot be unpacked");
    }
}

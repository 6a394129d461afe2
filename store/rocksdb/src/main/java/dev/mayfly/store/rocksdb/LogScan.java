package dev.mayfly.store.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Reads the write-ahead log to say where it is damaged, which RocksDB does not tell. */
final class LogScan {
    /*
     * A log file is a row of blocks of 32 KiB; a block is a row of records, and a rest too short for a header is filled
     * with zeros. A record is a masked CRC-32C of what follows the length, the length in 2 bytes, a type in 1 byte and the
     * content, all little endian (db/log_format.h). A file that was filled with zeros in advance ends in records of type
     * and length 0. A record that the end of the file cuts off is torn, as a crash leaves it, and no damage.
     */
    private static final int BLOCK = 32 << 10;
    private static final int HEADER = 7;
    private static final int TYPE_AT = 6;
    private static final int MASK_DELTA = 0xa282ead8;

    /** The first record that does not match its checksum, and how much lies behind its beginning in all log files. */
    record Damage(Path file, long offset, long bytesBehind) {}

    private LogScan() {}

    static @Nullable Damage firstDamage(Path database) throws IOException {
        List<Path> logs = logsOf(database);
        for (int i = 0; i < logs.size(); i++) {
            long offset = damageIn(logs.get(i));
            if (offset >= 0) {
                long behind = Files.size(logs.get(i)) - offset;
                for (Path later : logs.subList(i + 1, logs.size())) {
                    behind += Files.size(later);
                }
                return new Damage(logs.get(i), offset, behind);
            }
        }
        return null;
    }

    /** The log files, oldest first: their names are numbers of one width. */
    private static List<Path> logsOf(Path database) throws IOException {
        if (!Files.isDirectory(database)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(database)) {
            return files.filter(file -> file.getFileName().toString().matches("\\d+\\.log"))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the offset of the first damaged record, or -1. */
    private static long damageIn(Path log) throws IOException {
        try (FileChannel channel = FileChannel.open(log)) {
            ByteBuffer block = ByteBuffer.allocate(BLOCK).order(ByteOrder.LITTLE_ENDIAN);
            for (long at = 0; fill(channel, block); at += BLOCK) {
                int bad = damageIn(block);
                if (bad >= 0) {
                    return at + bad;
                }
            }
            return -1;
        }
    }

    private static boolean fill(FileChannel channel, ByteBuffer block) throws IOException {
        block.clear();
        int read = 0;
        while (read >= 0 && block.hasRemaining()) {
            read = channel.read(block);
        }
        block.flip();
        return block.hasRemaining();
    }

    private static int damageIn(ByteBuffer block) {
        boolean last = block.limit() < BLOCK;
        int at = 0;
        while (block.limit() - at >= HEADER) {
            int length = block.getShort(at + Integer.BYTES) & 0xffff;
            int end = at + HEADER + length;
            if (length == 0 && block.get(at + TYPE_AT) == 0) {
                return isZero(block, at) ? -1 : at;
            }
            if (end > block.limit()) {
                return last ? -1 : at;
            }
            if (block.getInt(at) != checksum(block, at + TYPE_AT, end)) {
                return at;
            }
            at = end;
        }
        return -1;
    }

    private static boolean isZero(ByteBuffer block, int from) {
        for (int i = from; i < block.limit(); i++) {
            if (block.get(i) != 0) {
                return false;
            }
        }
        return true;
    }

    private static int checksum(ByteBuffer block, int from, int until) {
        CRC32C sum = new CRC32C();
        sum.update(block.slice(from, until - from));
        return Integer.rotateRight((int) sum.getValue(), 15) + MASK_DELTA;
    }
}

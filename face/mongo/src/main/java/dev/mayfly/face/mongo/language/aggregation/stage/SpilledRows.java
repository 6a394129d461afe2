package dev.mayfly.face.mongo.language.aggregation.stage;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.query.ExternalSort;
import dev.mayfly.base.query.SpillOutput;
import java.io.OutputStream;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.ByteBuf;
import org.bson.io.OutputBuffer;

/** Documents of a pipeline as they are put on the disk. */
public final class SpilledRows implements ExternalSort.Codec<BsonDocument> {
    public static final SpilledRows CODEC = new SpilledRows();

    private SpilledRows() {}

    @Override
    public void encode(BsonDocument row, SpillOutput output) {
        BsonEncoding.encode(row, new RowOutput(output));
    }

    @Override
    public BsonDocument decode(byte[] bytes) {
        return BsonEncoding.decode(bytes);
    }

    /** A row on its way to the disk. The lengths of its documents are known, and changed, when they have been written. */
    private static final class RowOutput extends OutputBuffer {
        private final SpillOutput output;
        private final long start;

        RowOutput(SpillOutput output) {
            this.output = output;
            this.start = output.position();
        }

        @Override
        public void writeBytes(byte[] bytes, int offset, int length) {
            output.write(bytes, offset, length);
        }

        @Override
        public void writeByte(int value) {
            output.write(value);
        }

        @Override
        protected void write(int position, int value) {
            output.change(start + position, (byte) value);
        }

        @Override
        public int getPosition() {
            return Math.toIntExact(output.position() - start);
        }

        @Override
        public int getSize() {
            return getPosition();
        }

        @Override
        public int pipe(OutputStream to) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<ByteBuf> getByteBuffers() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void truncateToPosition(int position) {
            throw new UnsupportedOperationException();
        }
    }
}

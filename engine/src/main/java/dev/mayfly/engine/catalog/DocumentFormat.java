package dev.mayfly.engine.catalog;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.View;
import java.util.Arrays;

/** In what form the documents of a collection are kept. */
public enum DocumentFormat {
    BSON {
        @Override
        public View view(byte[] bytes, int offset, int length) {
            return BsonView.of(bytes, offset);
        }
    },
    JSON {
        @Override
        public View view(byte[] bytes, int offset, int length) {
            return JsonView.of(Arrays.copyOfRange(bytes, offset, offset + length));
        }
    };

    /** A look at the document that lies in this span. */
    public abstract View view(byte[] bytes, int offset, int length);
}

package dev.mayfly.base.query;

/** Something that a request opens for itself, and that ends with it at the latest. */
public interface RequestResource extends AutoCloseable {
    @Override
    void close();
}

package dev.mayfly.face.transport;

import dev.mayfly.face.transport.connection.Connection;
import dev.mayfly.face.transport.connection.ConnectionHandler;
import dev.mayfly.face.transport.connection.EventLoopThread;
import dev.mayfly.face.transport.connection.FrameRefusedException;
import dev.mayfly.face.transport.connection.Framer;
import dev.mayfly.face.transport.connection.Protocol;
import dev.mayfly.face.transport.connection.Request;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Frames of a four-byte length and text, whose first letter says what to do: b(ounded echo), u(nbounded echo),
 * w(ait for the gate, then echo), d(elayed, bounded: echoes when the gate opens), h(old the loop up until the gate opens), t(ogether with others, bounded: echoes how many those were), s(everal answers), n(o answer), l(og in), x (fail), f(ill: a big answer).
 */
final class EchoProtocol implements Protocol {
    static final int BIG_BYTES = 4 << 20;

    final CountDownLatch gate = new CountDownLatch(1);
    final CountDownLatch waiting = new CountDownLatch(1);
    final AtomicInteger closed = new AtomicInteger();

    /** The number of the next connections that cannot be opened. */
    final AtomicInteger failing = new AtomicInteger();

    @Override
    public String name() {
        return "echo";
    }

    @Override
    public Framer framer() {
        return bytes -> {
            if (bytes.readableBytes() < 4) {
                return Framer.UNKNOWN;
            }
            long length = bytes.getUnsignedInt(bytes.readerIndex());
            if (length == 0) {
                throw new FrameRefusedException("an empty frame");
            }
            return 4 + length;
        };
    }

    @Override
    public ConnectionHandler open(Connection connection) {
        if (failing.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new IllegalStateException("failed on purpose");
        }
        return new ConnectionHandler() {
            @Override
            public Request onFrame(byte[] frame) {
                return new Echo(connection, new String(frame, 4, frame.length - 4, StandardCharsets.UTF_8));
            }

            @Override
            public void onClosed() {
                closed.incrementAndGet();
            }
        };
    }

    private final Request.Company together =
            requests -> requests.forEach(each -> ((Echo) each).answer(((Echo) each).text + "*" + requests.size()));

    private final class Echo implements Request {
        private final Connection connection;
        private final String text;

        Echo(Connection connection, String text) {
            this.connection = connection;
            this.text = text;
        }

        @Override
        public boolean isBounded() {
            return "bdhlmt".indexOf(text.charAt(0)) >= 0;
        }

        @Override
        public @Nullable Company company() {
            return text.charAt(0) == 't' ? together : null;
        }

        @Override
        public @Nullable DelayedAnswer delayed() {
            return text.charAt(0) == 'd' ? new AtTheGate() : null;
        }

        private final class AtTheGate implements DelayedAnswer {
            @Override
            public void begin(Runnable ended) {
                waiting.countDown();
                Thread.ofVirtual().start(() -> {
                    await(gate);
                    ended.run();
                });
            }

            @Override
            public void give() {
                answer(text);
            }
        }

        @Override
        public boolean mayBeginAgain() {
            return text.charAt(0) == 'm';
        }

        @Override
        public void run() {
            switch (text.charAt(0)) {
                case 'd', 'n' -> {}
                case 'm' -> {
                    EventLoopThread.leave();
                    answer(text + (Thread.currentThread().isVirtual() ? "~" : ""));
                }
                case 'x' -> throw new IllegalStateException("asked to fail");
                case 'l' -> {
                    connection.loggedIn();
                    answer(text);
                }
                case 't' -> answer(text + "*1");
                case 'h', 'w' -> {
                    waiting.countDown();
                    await(gate);
                    answer(text);
                }
                case 's' -> {
                    answer(text + "1");
                    connection.flush();
                    answer(text + "2");
                }
                case 'f' -> {
                    for (int i = 0; i < 16; i++) {
                        connection.write(frame("f".repeat(BIG_BYTES)));
                    }
                }
                default -> answer(text + (Thread.currentThread().isVirtual() ? "~" : ""));
            }
        }

        private void answer(String answer) {
            byte[] frame = frame(answer);
            ByteBuf buffer = connection.allocate(frame.length);
            buffer.writeBytes(frame);
            connection.write(buffer);
        }
    }

    static byte[] frame(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        byte[] frame = new byte[4 + bytes.length];
        for (int i = 0; i < 4; i++) {
            frame[i] = (byte) (bytes.length >>> (8 * (3 - i)));
        }
        System.arraycopy(bytes, 0, frame, 4, bytes.length);
        return frame;
    }

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

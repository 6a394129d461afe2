package dev.mayfly.face.transport.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ResponseBufferTest {
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final ResponseBuffer buffer = new ResponseBuffer(channel);

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    private static ByteBuf answer(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
    }

    private String sent() {
        channel.flush();
        ByteBuf written = channel.readOutbound();
        try {
            return written.toString(StandardCharsets.UTF_8);
        } finally {
            written.release();
        }
    }

    @Test
    void oneAnswerIsSentAsItIs() {
        ByteBuf only = answer("one");
        buffer.add(only);
        buffer.send();
        channel.flush();
        assertSame(only, channel.readOutbound());
        only.release();
    }

    @Test
    void severalLeaveTogetherInTheirOrder() {
        List<ByteBuf> answers = new ArrayList<>(List.of(answer("one,"), answer("two,"), answer("three")));
        answers.forEach(buffer::add);
        buffer.send();
        assertEquals("one,two,three", sent());
        channel.flush();
        assertNull(channel.readOutbound());
        answers.forEach(each -> assertEquals(0, each.refCnt()));
    }

    @Test
    void fullBufferIsSentBeforeTheNextBegins() {
        String text = "x".repeat(1_000);
        for (int i = 0; i < 20; i++) {
            buffer.add(answer(text));
        }
        buffer.send();
        assertEquals(16_000, sent().length());
        assertEquals(4_000, sent().length());
    }

    @Test
    void nothingIsKeptForAChannelThatIsClosed() {
        ByteBuf before = answer("before");
        buffer.add(before);
        channel.close();
        buffer.drop();
        ByteBuf after = answer("after");
        buffer.add(after);
        assertEquals(0, before.refCnt());
        assertEquals(0, after.refCnt());
    }
}

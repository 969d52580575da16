/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.concurrent.DefaultThreadFactory;
import org.jspecify.annotations.Nullable;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Connections that are kept alive, each of which sends a request, waits for the answer, and sends
 * the next. One thread serves all of them.
 *
 * <p>With a rate, each request is due at its place in an even schedule, whether or not a connection
 * is free by then, and its latency counts from there (no coordinated omission). Without one it
 * counts from when the request is sent, for none is due before.
 *
 * <p>A sample of the answers is checked: all of them would cost more than to receive them.
 */
public final class HttpClients extends Running {
    private static final Duration ANSWERS_TIMEOUT = Duration.ofSeconds(30);
    private static final int MAX_ANSWER_BYTES = 64 << 20;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    /** Requests that are due and wait for a connection; the schedule waits for them beyond. */
    private static final int MAX_WAITING = 100_000;

    private static final long TICK_NS = 1_000_000;

    /** Up to this rate the schedule's thread wakes up for each request. */
    private static final double WOKEN_PER_SECOND = 5_000;

    /** One answer in so many is checked, on each connection, beginning with the first. */
    static final int CHECKED_EVERY = 1_000;

    private final String meter;
    private final Gauge gauge;
    private final Requests requests;
    private final double perSecond;
    private final AnswerCheck check;
    private final EventLoopGroup group;
    private final EventLoop loop;
    private final Thread schedule;

    /** Of the loop's thread. */
    private final ArrayDeque<Long> waiting = new ArrayDeque<>();

    /** Of the loop's thread. */
    private final ArrayDeque<Connection> free = new ArrayDeque<>();

    /** Requests that were sent and have no answer yet. Of the loop's thread. */
    private int unanswered;

    private final Semaphore room = new Semaphore(MAX_WAITING);
    private volatile boolean stopped;
    private volatile @Nullable Throwable failure;

    private HttpClients(String meter, Requests requests, double perSecond, AnswerCheck check) {
        this.meter = meter;
        this.gauge = Meter.gauge(meter);
        this.requests = requests;
        this.perSecond = perSecond;
        this.check = check;
        this.group =
                new MultiThreadIoEventLoopGroup(
                        1,
                        new DefaultThreadFactory("http-clients", true),
                        NioIoHandler.newFactory());
        this.loop = group.next();
        this.schedule = new Thread(this::offer, "http-schedule");
        schedule.setDaemon(true);
    }

    /**
     * What is sent.
     *
     * @param ofConnection makes what writes each request of a connection into a buffer; all on one
     *     thread
     * @param each how many things a request asks for, each of which counts
     */
    public record Requests(Supplier<Function<ByteBufAllocator, ByteBuf>> ofConnection, int each) {
        /**
         * Whichever connection is free sends the next one.
         *
         * @param bytes writes it
         */
        public static Requests of(Function<ByteBufAllocator, ByteBuf> bytes, int each) {
            return new Requests(() -> bytes, each);
        }

        /** The requests are texts. */
        public static Requests ofTexts(Supplier<String> texts, int each) {
            return of(written(texts), each);
        }

        /** The same, where each connection has requests of its own. */
        public static Requests ofOwnTexts(Supplier<Supplier<String>> ofConnection, int each) {
            return new Requests(() -> written(ofConnection.get()), each);
        }

        private static Function<ByteBufAllocator, ByteBuf> written(Supplier<String> texts) {
            return buffers -> {
                String text = texts.get();
                ByteBuf buffer = buffers.ioBuffer(text.length());
                buffer.writeCharSequence(text, StandardCharsets.US_ASCII);
                return buffer;
            };
        }
    }

    /**
     * Opens connections, and begins to send.
     *
     * @param meter name of the meter that answers are counted on
     * @param server where to connect to
     * @param connections how many
     * @param requests what they send
     * @param perSecond what is due per second over all connections; 0 for as fast as they can
     * @param check gets a sample of the answers, on one thread; what it throws ends all
     */
    public static HttpClients start(
            String meter,
            InetSocketAddress server,
            int connections,
            Requests requests,
            double perSecond,
            AnswerCheck check) {
        HttpClients clients = new HttpClients(meter, requests, perSecond / requests.each(), check);
        for (int i = 0; i < connections; i++) {
            clients.connect(server);
        }
        if (perSecond > 0) {
            clients.schedule.start();
        }
        return clients;
    }

    private void connect(InetSocketAddress server) {
        Bootstrap bootstrap =
                new Bootstrap()
                        .group(group)
                        .channel(NioSocketChannel.class)
                        .option(ChannelOption.TCP_NODELAY, true)
                        .handler(
                                new ChannelInitializer<Channel>() {
                                    @Override
                                    protected void initChannel(Channel channel) {
                                        channel.pipeline()
                                                .addLast(
                                                        new HttpResponseDecoder(),
                                                        new HttpObjectAggregator(MAX_ANSWER_BYTES),
                                                        new Connection(channel));
                                    }
                                });
        var connecting = bootstrap.connect(server);
        if (!connecting.awaitUninterruptibly(TIMEOUT.toMillis()) || !connecting.isSuccess()) {
            close();
            throw new BenchmarkException(
                    "Cannot connect: job=" + meter + ", server=" + server, connecting.cause());
        }
    }

    /**
     * What the schedule's thread does: hands over what is due, at high rates a thousand times a
     * second: to wake up for each request would cost more than the request.
     */
    private void offer() {
        long begin = System.nanoTime();
        double periodNs = 1e9 / perSecond;
        long tickNs = perSecond > WOKEN_PER_SECOND ? TICK_NS : 0;
        long offered = 0;
        while (!stopped) {
            long now = System.nanoTime();
            long due = 1 + (long) ((now - begin) / periodNs);
            int count = (int) Math.min(due - offered, MAX_WAITING);
            if (count > 0) {
                room.acquireUninterruptibly(count);
                if (!stopped) {
                    long first = offered;
                    loop.execute(() -> askAll(begin, periodNs, first, count));
                }
                offered += count;
            }
            long next = begin + Math.round(periodNs * offered);
            LockSupport.parkNanos(Math.max(next - now, tickNs));
        }
    }

    private void askAll(long begin, double periodNs, long first, int count) {
        for (long number = first; number < first + count; number++) {
            ask(begin + Math.round(periodNs * number));
        }
    }

    private void ask(long due) {
        if (stopped) {
            return;
        }
        Connection connection = free.poll();
        if (connection == null) {
            waiting.add(due);
        } else {
            connection.send(due);
        }
    }

    private void next(Connection connection) {
        if (stopped) {
            return;
        }
        if (perSecond == 0) {
            connection.send(System.nanoTime());
            return;
        }
        Long due = waiting.poll();
        if (due == null) {
            free.add(connection);
        } else {
            connection.send(due);
        }
    }

    @Override
    public void checkRunning() {
        Throwable reason = failure;
        if (reason != null) {
            throw new BenchmarkException(
                    "Cannot go on: a request failed, job="
                            + meter
                            + ", reason="
                            + reason.getMessage(),
                    reason);
        }
    }

    /** Sends no more, and waits until each request has its answer. */
    public void awaitAnswers() {
        stopped = true;
        long end = System.nanoTime() + ANSWERS_TIMEOUT.toNanos();
        while (loop.submit(() -> unanswered).awaitUninterruptibly().getNow() > 0) {
            checkRunning();
            if (System.nanoTime() >= end) {
                throw new BenchmarkException(
                        "Cannot finish requests: some have no answer, job=" + meter);
            }
            pause();
        }
        checkRunning();
    }

    @Override
    public void close() {
        stopped = true;
        room.release(MAX_WAITING);
        LockSupport.unpark(schedule);
        try {
            schedule.join(TIMEOUT.toMillis());
        } catch (InterruptedException e) {
            throw new BenchmarkException("Cannot wait for requests: job=" + meter, e);
        }
        group.shutdownGracefully(0, TIMEOUT.toSeconds(), TimeUnit.SECONDS).awaitUninterruptibly();
        checkRunning();
    }

    /** One request at a time. */
    private final class Connection extends SimpleChannelInboundHandler<FullHttpResponse> {
        private final Channel channel;
        private final Function<ByteBufAllocator, ByteBuf> bytes;
        private long due;
        private int untilChecked = 1;

        /** Whose answer is to be checked; null for most. */
        private @Nullable String checked;

        Connection(Channel channel) {
            this.channel = channel;
            this.bytes = requests.ofConnection().get();
        }

        void send(long dueNs) {
            due = dueNs;
            unanswered++;
            ByteBuf request = bytes.apply(channel.alloc());
            untilChecked--;
            if (untilChecked == 0) {
                untilChecked = CHECKED_EVERY;
                checked = request.toString(StandardCharsets.US_ASCII);
            }
            var unused = channel.writeAndFlush(request, channel.voidPromise());
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            next(this);
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpResponse answer) {
            unanswered--;
            if (!answer.status().equals(HttpResponseStatus.OK)) {
                fail(
                        new BenchmarkException(
                                "Cannot read: status="
                                        + answer.status()
                                        + ", answer="
                                        + answer.content().toString(StandardCharsets.UTF_8)));
                return;
            }
            String request = checked;
            if (request != null) {
                checked = null;
                check.check(request, answer.content().toString(StandardCharsets.UTF_8));
            }
            gauge.count(requests.each());
            gauge.recordSince(due, requests.each());
            if (perSecond > 0) {
                room.release();
            }
            next(this);
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            if (!stopped) {
                fail(new BenchmarkException("Cannot read: the server closed the connection"));
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            fail(cause);
        }

        private void fail(Throwable cause) {
            if (failure == null) {
                failure = cause;
            }
        }
    }
}
